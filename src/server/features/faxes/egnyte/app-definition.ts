import { EXTENSIONS } from '#contract/faxes/compose.ts';
import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import { egnyteInvoke, egnyteOauth } from '#contract/faxes/egnyte.ts';

/** The brand that owns the application, and its address. */
export interface DefinedBrand {
  id: number;
  title: string;
  /** Address of its logo below the public path; empty for the product's own logo. */
  logo: string;
  helpUrl: string;
  cancellationEmail: string;
  /** Origin and public path of the brand, without a trailing slash. */
  home: string;
}

/**
 * Returns the definition.json with which an operator registers the application with Egnyte (its UI Integration
 * Framework, spec http-api 7.7). It provides only addresses and limits; the operator supplies pictures and texts for
 * the app store.
 */
export function appDefinition(
  brand: DefinedBrand,
  apiKey: string,
  limits: UploadLimits,
): Record<string, unknown> {
  const { title, home, helpUrl, cancellationEmail } = brand;
  const support = {
    ...(helpUrl === '' ? {} : { web: helpUrl }),
    ...(cancellationEmail === '' ? {} : { email: cancellationEmail }),
  };
  return {
    appId: `fax${brand.id}`,
    name: title,
    apiKey,
    company: { name: title, website: home },
    support: Object.keys(support).length > 0 ? support : { web: home },
    categories: ['productivity', 'businessAutomation'],
    type: 'egnyte_ui',
    description: 'Send files from Egnyte as faxes.',
    userSettings: `${home}/egnyte/connect`,
    appLogo: `${home}${brand.logo || '/brand/default/icon-512.png'}`,
    screenshots: { images: [] },
    integrations: {
      sendFax: {
        entryPoint: 'context_menu',
        types: ['file'],
        extensions: [...EXTENSIONS],
        selectionQuantity: [1, limits.files],
        accessLevel: 'selection',
        serviceUrl: `${home}${egnyteInvoke.path}`,
        invocationMethod: 'post_to_tab',
        limitations: { sizeKB: limits.fileBytes / 1_024 },
        icon: 'print',
        text: 'Send by fax',
      },
    },
  };
}

/**
 * Returns the address that Egnyte's consent page sends people back to; registered with the key, character for
 * character.
 */
export function callbackAddress(home: string): string {
  return `${home}${egnyteOauth.path}`;
}
