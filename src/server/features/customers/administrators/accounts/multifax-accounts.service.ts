import type { z } from 'zod';

import { flag } from '#contract/kit/flags.ts';
import type {
  MultifaxAccount,
  childAccounts,
  localNumberLocations,
  multifaxAccountInfo,
} from '#contract/customers/administrators.ts';
import { ACCOUNT_TYPES } from '#contract/customers/administrators.ts';
import type { multifaxInterface } from '#contract/identity/multifax-login.ts';
import type { Database } from '#engine/database/port.ts';
import { listLocations } from '#server/features/customers/locations/locations.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import { countPlaces } from '#server/kit/person-places.store.ts';
import type { AdministratorCaller, AdministratorId } from '#server/kit/scope.ts';

import { countManagedAccounts, listManagedAccounts, listNumbers } from './account-list.store.ts';
import type { ManagedAccountQuery, ManagedAccountRow } from './account-list.store.ts';
import { typeOf } from './add-service.ts';
import {
  findFreeSlot,
  findProduct,
  listFreeAreas,
  readAdministrator,
  readUsedPages,
} from './multifax-accounts.store.ts';
import type { AdministratorRow } from './multifax-accounts.store.ts';

/** Shows administrators their own data and their accounts (spec http-api 8.1 to 8.5). */
export class MultifaxAccounts {
  readonly #database: Database;
  readonly #zone: string;

  /** `zone` is the server zone, which determines the month of the used pages. */
  constructor({ database, zone }: { database: Database; zone: string }) {
    this.#database = database;
    this.#zone = zone;
  }

  async main({
    parentId,
    person,
  }: Pick<AdministratorCaller, 'parentId' | 'person'>): Promise<z.output<typeof multifaxInterface.reply>> {
    const parent = await this.#parent(parentId);
    const whose = { parentId: String(parent.id), Domain: parent.domain };
    return {
      email: parent.email,
      username: parent.username,
      usedPages: await readUsedPages(this.#database.db, parentId, this.#zone),
      totalPages: parent.total_pages,
      parent: whose,
      ...whose,
      person: person ? { ...person, places: await countPlaces(this.#database.db, person.id) } : null,
    };
  }

  async list(
    parentId: AdministratorId,
    query: ManagedAccountQuery,
  ): Promise<z.output<typeof multifaxAccountInfo.reply>> {
    const { db } = this.#database;
    const [parent, children, used, slot] = await Promise.all([
      this.#parent(parentId),
      listManagedAccounts(db, parentId, query),
      countManagedAccounts(db, parentId, { terms: [], id: null }),
      findFreeSlot(db, parentId),
    ]);
    const found = query.terms.length > 0 || query.id !== null;
    return {
      accountList: children.map((child) => toWire(child, parent.domain)),
      totalUsed: used,
      total: parent.total_services,
      freeServiceId: slot === null ? null : String(slot),
      rows: found ? await countManagedAccounts(db, parentId, query) : used,
    };
  }

  async numbers(parentId: AdministratorId): Promise<z.output<typeof childAccounts.reply>> {
    const rows = await listNumbers(this.#database.db, parentId);
    return rows.map(({ id, number, email }) => ({ id: String(id), fnumber: number, email }));
  }

  async locations(): Promise<z.output<typeof localNumberLocations.reply>> {
    const { db } = this.#database;
    const [free, states] = await Promise.all([listFreeAreas(db), listLocations(db)]);
    return states.map(({ id, name, areas }) => ({
      StateId: id,
      StateName: name,
      PoolEmpty: !areas.some(({ code }) => free.has(code)),
      areas: areas.map((area) => ({
        AreaId: area.code,
        AreaCode: area.code,
        AreaName: area.name,
        PoolEmpty: !free.has(area.code),
      })),
    }));
  }

  /** Returns the product code of a kind of account. Throws NO_PRODUCT. */
  async productCode(parentId: AdministratorId, written: string): Promise<string> {
    const type = typeOf(written);
    const parent = await this.#parent(parentId);
    const sold = type !== 'egnyte' || parent.is_egnyte;
    const product = sold ? await findProduct(this.#database.db, parent.brand_id, type) : undefined;
    if (!product) throw new AppError('NO_PRODUCT');
    return product.code;
  }

  async #parent(parentId: AdministratorId): Promise<AdministratorRow> {
    const parent = await readAdministrator(this.#database.db, parentId);
    if (!parent) throw new AppError('NOT_FOUND');
    return parent;
  }
}

function toWire(child: ManagedAccountRow, domain: string): MultifaxAccount {
  return {
    uid: String(child.id),
    faxnumber: child.fax_number,
    email: child.new_email ?? child.admin_email,
    emailProved: flag(child.proved),
    workingEmail: child.admin_email,
    pass: '',
    type: wireType(child),
    status: wireStatus(child),
    subAccounts: child.subaccounts,
    whiteDomainsList: child.domains.map(({ id, domain: name, active, proved }) => ({
      id: String(id),
      Domain: name,
      active: flag(active),
      proved: flag(proved),
    })),
    isHIPAA: child.is_hipaa,
    domain,
    portingNumber: child.fax_number === null ? child.pending_number : null,
    mayView: child.may_view,
  };
}

/** Returns the type of an account; accounts that the operator added have the kind of their number. */
function wireType(child: ManagedAccountRow): MultifaxAccount['type'] {
  const bought = ACCOUNT_TYPES.find((type) => type === child.type);
  if (bought) return bought;
  if (child.number_kind === 'ported' || child.pending_number !== null) return 'custom';
  return child.number_kind === 'tollfree' ? 'tollfree' : 'local';
}

function wireStatus(child: ManagedAccountRow): MultifaxAccount['status'] {
  if (child.state === 'suspended') return 'SUSPENDED';
  if (child.state === 'active' && child.fax_number !== null) return 'OK';
  return child.fax_number === null && child.order_state === 'rejected' ? 'REJECTED' : 'PENDING';
}
