import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';

import {
  addProduct,
  listProducts,
  setProduct,
} from '#server/features/customers/subscriptions/products.service.ts';
import type {
  ProductChange,
  ProductColumns,
  StoredProduct,
} from '#server/features/customers/subscriptions/products.service.ts';

import type { Act, ActOptions } from './act.ts';
import { count, id } from './arguments.ts';
import { listOf, oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { accepted } from './refusal.ts';

interface AddOptions extends ActOptions {
  brand: number;
  code: string;
  type: StoredProduct['type'];
  name: string;
  monthLimit?: number | null;
  overage?: StoredProduct['overage'];
  hipaa?: boolean;
  parentView?: boolean;
}

/** The settings of `product set`, and how each is parsed. */
const SETTABLE: Record<string, (written: string) => ProductColumns> = {
  name: (name) => ({ name }),
  'month-limit': (written) => ({ monthLimit: limit(written) }),
  overage: (written) => {
    const overage = OVERAGES.find((one) => one === written);
    if (!overage) throw new InvalidArgumentError(`An overage is one of ${OVERAGES.join(', ')}.`);
    return { overage };
  },
  'day-calls': (written) => ({ dayCalls: dayLimit(written) }),
  'day-pages': (written) => ({ dayPages: dayLimit(written) }),
  'per-number': (written) => ({ dayPerNumber: dayLimit(written) }),
  hipaa: (written) => ({ hipaa: flag(written) }),
  active: (written) => ({ active: flag(written) }),
  'parent-view': (written) => ({ parentView: flag(written) }),
  'read-text': (written) => ({ readText: flag(written) }),
};
const OVERAGES = ['block', 'bill', 'none'] as const;
const TYPES = ['tollfree', 'local', 'custom', 'egnyte', 'single'] as const;

/** product add | list | set */
export function addProductCommands(program: Command, act: Act): void {
  const product = program.command('product').description('What accounts are sold as');
  addAdd(product, act);
  product
    .command('list')
    .description('Every product')
    .option('--brand <hid>', 'only products of this brand', id)
    .action(async (options: ActOptions & { brand?: number }) => {
      await act(options, async ({ database }) =>
        listOf('products', (await listProducts(await database(), options.brand)).map(wire)),
      );
    });
  product
    .command('set')
    .description('Changes fields of a product')
    .argument('<id>', 'id of the product', id)
    .argument('<key=value...>', Object.keys(SETTABLE).join(', '))
    .addHelpText(
      'after',
      '\nExamples:\n  f2e product set 3 month-limit=500 overage=bill\n  f2e product set 3 parent-view=1',
    )
    .action(async (productId: number, pairs: string[], options: ActOptions) => {
      const columns: ProductColumns = Object.assign({}, ...pairs.map(readPair));
      await act(options, async ({ database }) =>
        answer(await setProduct(await database(), productId, columns)),
      );
    });
}

function addAdd(product: Command, act: Act): void {
  product
    .command('add')
    .description('Adds what accounts of a brand can be sold as')
    .requiredOption('--brand <hid>', 'id of its brand', id)
    .requiredOption('--code <code>', 'unique in the brand')
    .addOption(
      new Option('--type <type>', 'which accounts are sold as it').choices(TYPES).makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'what people call it')
    .option('--month-limit <pages>', 'pages a month, or none', limit)
    .addOption(new Option('--overage <what>', 'what happens above the limit').choices(OVERAGES))
    .option('--hipaa', 'its accounts hold health records')
    .option('--parent-view', 'administrators may look into mailboxes of their accounts, and change nothing')
    .action(async ({ json = false, brand: brandId, ...input }: AddOptions) => {
      await act({ json }, async ({ database }) =>
        answer(await addProduct(await database(), { brandId, ...input })),
      );
    });
}

function readPair(pair: string): ProductColumns {
  const at = pair.indexOf('=');
  const read = SETTABLE[pair.slice(0, Math.max(at, 0))];
  if (at < 1 || !read)
    throw new InvalidArgumentError(`Write key=value with one of ${Object.keys(SETTABLE).join(', ')}.`);
  return read(pair.slice(at + 1));
}

function limit(written: string): number | null {
  return written === 'none' ? null : count(written);
}

/** Parses a daily limit; `default` is the installation's. */
function dayLimit(written: string): number | null {
  if (written === 'default') return null;
  if (!/^[1-9]\d{0,5}$/.test(written))
    throw new InvalidArgumentError('Write a number from 1 to 999999, or default.');
  return Number(written);
}

function flag(written: string): boolean {
  if (written !== '0' && written !== '1') throw new InvalidArgumentError('Write 0 or 1.');
  return written === '1';
}

function answer(change: ProductChange): Answer {
  return oneRow(wire(accepted(change).product));
}

function wire({ id: productId, brandId, ...rest }: StoredProduct) {
  return { id: String(productId), hid: String(brandId), ...rest };
}
