import type {
  BrandTable,
  BrandDomainTable,
  ProductTable,
  TimezoneTable,
  AccountTable,
  AccountSettingsTable,
  SessionTable,
  LoginFailureTable,
  AuditTable,
  ContactTable,
  NumberTable,
} from './tables-accounts.ts';
import type {
  DocumentTable,
  FaxPartyTable,
  FaxTable,
  LineTable,
  SendJobTable,
  SendTurnTable,
  SendAttemptTable,
  InboundCallTable,
  UsageMonthTable,
  IdempotencyTable,
  FolderCounterTable,
  MonthCounterTable,
} from './tables-faxes.ts';
import type {
  BlockedNumberTable,
  CancellationRequestTable,
  InstallationTable,
  MailOutTable,
  OrphanSightingTable,
  ParentTable,
  PurgeSightingTable,
  ServiceSlotTable,
  SubaccountTable,
  TokenTable,
} from './tables-operation.ts';

/** Every table of the product, as Kysely sees it; a test compares this with the real database. */
export interface Tables {
  brand: BrandTable;
  brand_domain: BrandDomainTable;
  product: ProductTable;
  timezone: TimezoneTable;
  account: AccountTable;
  account_settings: AccountSettingsTable;
  session: SessionTable;
  login_failure: LoginFailureTable;
  audit: AuditTable;
  contact: ContactTable;
  number: NumberTable;
  document: DocumentTable;
  fax_party: FaxPartyTable;
  fax: FaxTable;
  line: LineTable;
  send_job: SendJobTable;
  send_turn: SendTurnTable;
  send_attempt: SendAttemptTable;
  inbound_call: InboundCallTable;
  usage_month: UsageMonthTable;
  idempotency: IdempotencyTable;
  parent: ParentTable;
  service_slot: ServiceSlotTable;
  installation: InstallationTable;
  purge_sighting: PurgeSightingTable;
  orphan_sighting: OrphanSightingTable;
  folder_counter: FolderCounterTable;
  month_counter: MonthCounterTable;
  blocked_number: BlockedNumberTable;
  cancellation_request: CancellationRequestTable;
  subaccount: SubaccountTable;
  mail_out: MailOutTable;
  token: TokenTable;
}
