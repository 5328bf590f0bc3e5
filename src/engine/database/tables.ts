import type {
  BrandAssetTable,
  BrandTable,
  BrandDomainTable,
  ProductTable,
  TimezoneTable,
  AccountTable,
  AccountSettingsTable,
  SessionTable,
  LoginFailureTable,
  OperatorTable,
  AuditTable,
  LocationAreaTable,
  LocationStateTable,
  NumberTable,
} from './tables-accounts.ts';
import type {
  ContactGroupMemberTable,
  ContactGroupTable,
  ContactTable,
  DeletedContactTable,
} from './tables-contacts.ts';
import type {
  CoverSettingsTable,
  CoverTemplateTable,
  DayLimitUseTable,
  DraftTable,
  FaxDraftTable,
  FaxCopyTable,
  IdempotencyRunTable,
  IdempotencyTable,
  ParentIdempotencyTable,
} from './tables-compose.ts';
import type {
  DocumentTable,
  FaxPartyTable,
  FaxTable,
  SendJobTable,
  SendTurnTable,
  SendAttemptTable,
  InboundCallTable,
  UsageMonthTable,
  FolderCounterTable,
  MonthCounterTable,
  FaxSelectionTable,
} from './tables-faxes.ts';
import type { LineArrivalTable, LineCallTable, LineReportTable, LineTable } from './tables-lines.ts';
import type {
  AuditChainTable,
  BlockedNumberTable,
  CancellationRequestTable,
  InstallationTable,
  CopyRefusalTable,
  FaxAccessTable,
  HourFiguresTable,
  MailAddressTable,
  MailWordsTable,
  MailDomainKeyTable,
  MailOutTable,
  LegalHoldTable,
  NodeTable,
  OrphanSightingTable,
  RemovedDocumentTable,
  CleanUpTable,
  StoredBytesTable,
  FileScrubTable,
  FileSpoolTable,
  DamagedFileTable,
  PurgeSightingTable,
  SubaccountTable,
  TokenTable,
  UsageWarningTable,
} from './tables-operation.ts';
import type {
  EgnyteLinkTable,
  EgnyteTaskTable,
  StorageDeliveryTable,
  StorageLinkTable,
} from './tables-storage.ts';
import type {
  BlockedDomainTable,
  BulkAddedTable,
  MailboxViewTable,
  MailboxViewFaxTable,
  ParentTable,
  PortOrderTable,
  ServiceSlotTable,
  UsageDayTable,
  UsageRollupTable,
  WhitelistedDomainTable,
} from './tables-multifax.ts';
import type {
  LoginStepTable,
  PasskeyChallengeTable,
  KnownLoginTable,
  PasskeyTable,
  RecoveryCodeTable,
  SecondStepTable,
} from './tables-second-step.ts';
import type {
  ApiEventTable,
  ApiKeyDayTable,
  ApiKeyRateTable,
  ApiAnswerTable,
  ApiKeyTable,
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEndpointTable,
} from './tables-api.ts';
import type { PeopleTables } from './tables-people.ts';
import type {
  ArrivalRuleTable,
  FaxMentionTable,
  FaxNoteTable,
  FaxReaderTable,
  FaxRuleTable,
  FaxTagTable,
  FaxWorkTable,
  RuleArrivalTable,
  SplitArrivalTable,
  TagTable,
} from './tables-team.ts';
import type { FaxPageTextTable, FaxTextTable } from './tables-text.ts';
import type { AppPasswordTable, MailInTable, MailTakenTable } from './tables-mail-in.ts';

/** Every table of the product, as Kysely sees it; a test compares this with the real database. */
export interface Tables extends PeopleTables {
  brand: BrandTable;
  brand_domain: BrandDomainTable;
  brand_asset: BrandAssetTable;
  product: ProductTable;
  timezone: TimezoneTable;
  account: AccountTable;
  account_settings: AccountSettingsTable;
  session: SessionTable;
  fax_work: FaxWorkTable;
  tag: TagTable;
  fax_tag: FaxTagTable;
  fax_note: FaxNoteTable;
  fax_mention: FaxMentionTable;
  fax_reader: FaxReaderTable;
  arrival_rule: ArrivalRuleTable;
  rule_arrival: RuleArrivalTable;
  split_arrival: SplitArrivalTable;
  day_limit_use: DayLimitUseTable;
  fax_rule: FaxRuleTable;
  fax_text: FaxTextTable;
  fax_page_text: FaxPageTextTable;
  operator: OperatorTable;
  login_failure: LoginFailureTable;
  audit: AuditTable;
  audit_chain: AuditChainTable;
  fax_access: FaxAccessTable;
  fax_access_chain: AuditChainTable;
  contact: ContactTable;
  contact_group: ContactGroupTable;
  contact_group_member: ContactGroupMemberTable;
  deleted_contact: DeletedContactTable;
  location_area: LocationAreaTable;
  location_state: LocationStateTable;
  number: NumberTable;
  cover_settings: CoverSettingsTable;
  cover_template: CoverTemplateTable;
  draft: DraftTable;
  fax_draft: FaxDraftTable;
  fax_copy: FaxCopyTable;
  document: DocumentTable;
  fax_party: FaxPartyTable;
  /** Parties whose faxes do not all have their name yet (migration 0960). */
  fax_party_renamed: { account_id: number; party_id: number };
  fax: FaxTable;
  fax_selection: FaxSelectionTable;
  line: LineTable;
  line_report: LineReportTable;
  line_call: LineCallTable;
  line_arrival: LineArrivalTable;
  send_job: SendJobTable;
  send_turn: SendTurnTable;
  send_attempt: SendAttemptTable;
  inbound_call: InboundCallTable;
  usage_month: UsageMonthTable;
  idempotency: IdempotencyTable;
  idempotency_run: IdempotencyRunTable;
  parent_idempotency: ParentIdempotencyTable;
  parent: ParentTable;
  service_slot: ServiceSlotTable;
  whitelisted_domain: WhitelistedDomainTable;
  blocked_domain: BlockedDomainTable;
  bulk_added: BulkAddedTable;
  mailbox_view: MailboxViewTable;
  mailbox_view_fax: MailboxViewFaxTable;
  port_order: PortOrderTable;
  usage_day: UsageDayTable;
  usage_rollup: UsageRollupTable;
  hour_figures: HourFiguresTable;
  installation: InstallationTable;
  purge_sighting: PurgeSightingTable;
  orphan_sighting: OrphanSightingTable;
  removed_document: RemovedDocumentTable;
  clean_up: CleanUpTable;
  stored_bytes: StoredBytesTable;
  file_scrub: FileScrubTable;
  file_spool: FileSpoolTable;
  damaged_file: DamagedFileTable;
  node: NodeTable;
  legal_hold: LegalHoldTable;
  folder_counter: FolderCounterTable;
  month_counter: MonthCounterTable;
  blocked_number: BlockedNumberTable;
  cancellation_request: CancellationRequestTable;
  subaccount: SubaccountTable;
  mail_out: MailOutTable;
  mail_address: MailAddressTable;
  copy_refusal: CopyRefusalTable;
  mail_words: MailWordsTable;
  mail_domain_key: MailDomainKeyTable;
  usage_warning: UsageWarningTable;
  token: TokenTable;
  app_password: AppPasswordTable;
  api_answer: ApiAnswerTable;
  api_key: ApiKeyTable;
  api_key_rate: ApiKeyRateTable;
  api_key_day: ApiKeyDayTable;
  api_event: ApiEventTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
  second_step: SecondStepTable;
  recovery_code: RecoveryCodeTable;
  login_step: LoginStepTable;
  known_login: KnownLoginTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  mail_in: MailInTable;
  mail_taken: MailTakenTable;
  storage_link: StorageLinkTable;
  storage_delivery: StorageDeliveryTable;
  egnyte_task: EgnyteTaskTable;
  egnyte_link: EgnyteLinkTable;
}
