/** Input meant to reach abroad, to reach no telephone, or to contain more than a number; and how it is refused. */
export const HOSTILE_NUMBERS: readonly (readonly [string, string])[] = [
  ['011442079460000', 'INTERNATIONAL_NOT_ALLOWED'],
  ['+01144207946000', 'INTERNATIONAL_NOT_ALLOWED'],
  [' +0 11-442..', 'INTERNATIONAL_NOT_ALLOWED'],
  ['0\u20031\u00a01 4420794600', 'INTERNATIONAL_NOT_ALLOWED'],
  ['(011)4420794600', 'INTERNATIONAL_NOT_ALLOWED'],
  ['０１１４４２０７９４６０', 'INTERNATIONAL_NOT_ALLOWED'],
  ['+442079460958', 'INTERNATIONAL_NOT_ALLOWED'],
  ['+88213555010', 'NUMBER_INVALID'],
  ['+979123456789', 'NUMBER_INVALID'],
  ['2125550100,,,9#1', 'NUMBER_INVALID'],
  ['2125550100\r\nATH', 'NUMBER_INVALID'],
  ['2125550100@evil.sip', 'NUMBER_INVALID'],
  ['2125550100;ext=1', 'NUMBER_INVALID'],
  ['2125550100\nJPARM NOTIFYADDR evil', 'NUMBER_INVALID'],
  ['0125550100', 'NUMBER_INVALID'],
  ['212555', 'NUMBER_INVALID'],
];

/** Premium numbers and numbers of other countries in the North American plan, which only look domestic. */
export const COSTLY_NUMBERS: readonly string[] = [
  '9005550100',
  '9765550100',
  '8765550100',
  '8095550100',
  '4735550100',
  '2845550100',
  '6495550100',
  '7675550100',
];
