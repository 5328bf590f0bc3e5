import { appUrl } from '#web/kit/page-config.ts';
import type { Credentials } from './login-rules.ts';

/**
 * Posts the credentials as a form to the login page of the domain to which the account belongs: the session cookie must
 * be set there (LOGIN-09). All domains of an installation share scheme and path.
 */
export function postLogin(
  domain: string,
  path: '/login' | '/multifax/login',
  credentials: Credentials,
): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `${location.protocol}//${domain}${appUrl(path)}`;
  for (const [name, value] of Object.entries({ ...credentials, domain })) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
