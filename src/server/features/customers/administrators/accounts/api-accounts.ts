import type { BodyOf } from '#contract/kit/call.ts';
import type { addAccount } from '#contract/v1/accounts.ts';
import { closeByOperator } from '#server/features/customers/accounts/accounts.service.ts';
import type { AccountInput, Accounts } from '#server/features/customers/accounts/accounts.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { KeyCaller } from '#server/kit/key-caller.ts';
import { renameFields } from '#server/kit/rename-fields.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

import { addService } from './add-service.ts';
import type { AddDeps } from './add-service.ts';
import { findApiAccount, listApiAccounts } from './api-accounts.store.ts';
import type { ApiAccount } from './api-accounts.store.ts';
import { deleteService } from './change-service.ts';

/** Dependencies of managing accounts by programs; the number of a closed account rests for `restDays`. */
export interface ApiAccountsDeps extends AddDeps {
  restDays: number;
  accounts: Pick<Accounts, 'addAccount' | 'suspend' | 'resume'>;
}

/** The body of a request to add an account. */
type NewAccount = BodyOf<typeof addAccount>;

/** The manager: an administrator manages their own accounts, an operator all of them. */
type Manager = { kind: 'parent'; id: AdministratorId } | { kind: 'operator' };

/** Names of the number's fields in this API, by the names that the pages use. */
const FIELDS = { areaId: 'number/area_code', faxnumber: 'number/number' };

/** Lets programs manage fax accounts, with the verbs of administrators' pages and of operators. */
export class ApiAccounts {
  readonly #deps: ApiAccountsDeps;

  constructor(deps: ApiAccountsDeps) {
    this.#deps = deps;
  }

  async list(caller: KeyCaller, page: Parameters<typeof listApiAccounts>[2]): Promise<ApiAccount[]> {
    managerOf(caller);
    return await listApiAccounts(this.#deps.database.db, caller, page);
  }

  /** Returns an account that the key manages. Throws NOT_FOUND for any other. */
  async find(caller: KeyCaller, id: number): Promise<ApiAccount> {
    managerOf(caller);
    const account = await findApiAccount(this.#deps.database.db, caller, id);
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  }

  /**
   * Adds an account. Throws the errors for a refused number or service, and OPERATOR_NEEDED for fields that only
   * operators may set.
   */
  async add(caller: KeyCaller, body: NewAccount): Promise<ApiAccount> {
    const manager = managerOf(caller);
    requireLive(caller);
    const id =
      manager.kind === 'operator'
        ? await this.#addByOperator(caller, body)
        : await this.#addByAdministrator(caller, manager.id, body);
    return await this.find(caller, id);
  }

  /**
   * Suspends or resumes an account, which only operators may do; no error if it is already in that state. Throws
   * ACCOUNT_STATE.
   */
  async move(caller: KeyCaller, id: number, to: 'active' | 'suspended'): Promise<ApiAccount> {
    if (managerOf(caller).kind !== 'operator') throw new AppError('OPERATOR_NEEDED');
    requireLive(caller);
    const before = await this.find(caller, id);
    if (before.state === to) return before;
    const { accounts } = this.#deps;
    const moved = await (to === 'active' ? accounts.resume(id) : accounts.suspend(id));
    if (moved.kind === 'refused') throw new AppError('ACCOUNT_STATE');
    return await this.find(caller, id);
  }

  /** Closes an account; no error if it is already closed. Throws TOO_MANY_REQUESTS. */
  async close(caller: KeyCaller, id: number): Promise<ApiAccount> {
    const manager = managerOf(caller);
    requireLive(caller);
    const before = await this.find(caller, id);
    if (before.state === 'closed') return before;
    const { database, queueMail, restDays } = this.#deps;
    if (manager.kind === 'operator') await closeByOperator(database, id, { restDays, queueMail });
    else {
      const by = { parentId: manager.id, address: caller.address };
      await deleteService({ database, queueMail, restDays }, by, { id, number: '', parentId: null });
    }
    return await this.find(caller, id);
  }

  async #addByOperator(caller: KeyCaller, body: NewAccount): Promise<number> {
    const { email, number, password, month_limit: monthLimit, hipaa } = body;
    const added = await this.#deps.accounts.addAccount({
      brandId: caller.brandId,
      email,
      ...numberOf(number),
      ...(password !== undefined && { password }),
      ...(monthLimit !== undefined && { monthLimit }),
      ...(hipaa !== undefined && { hipaa }),
    });
    if (added.kind === 'refused') throw new AppError('ACCOUNT_REFUSED', { params: { reason: added.reason } });
    return added.account.id;
  }

  async #addByAdministrator(caller: KeyCaller, parentId: AdministratorId, body: NewAccount): Promise<number> {
    const { number } = body;
    // Owners confirm the address by the link in the mail; limits are part of what is sold.
    const operators = ['password', 'month_limit', 'hipaa'].find((name) => name in body);
    const field = number.from === 'number' ? 'number/from' : operators;
    if (field !== undefined)
      throw new AppError('OPERATOR_NEEDED', { fields: { [field]: 'OPERATOR_NEEDED' } });
    const types = { area: 'local', tollfree: 'tollfree', port: 'custom', number: 'custom' } as const;
    const input = {
      email: body.email,
      productType: types[number.from],
      productName: '',
      number: 'number' in number ? number.number : '',
      areaId: 'area_code' in number ? number.area_code : '',
      parentId: null,
      slotId: null,
    };
    const by = { parentId, address: caller.address };
    const added = await addService(this.#deps, by, input).catch(renameFields(FIELDS));
    return added.id;
  }
}

/** Converts the number that an operator chooses for an account to the pool's terms. */
function numberOf(number: NewAccount['number']): Pick<AccountInput, 'number' | 'pendingNumber'> {
  if (number.from === 'area') return { number: { areaCode: number.area_code } };
  if (number.from === 'tollfree') return { number: { kind: 'tollfree' } };
  return number.from === 'port' ? { pendingNumber: number.number } : { number: { number: number.number } };
}

function managerOf({ owner }: KeyCaller): Manager {
  if (owner.kind === 'account') throw new AppError('ADMINISTRATOR_NEEDED');
  return owner;
}

function requireLive({ mode }: KeyCaller): void {
  if (mode === 'test') throw new AppError('LIVE_KEY_NEEDED');
}
