// The text inside the QR code of a bank-transfer order: VietQR, which is NAPAS's profile of EMVCo's merchant-presented QR.
// The layout is the one of NAPAS "QR Switching, part IV: QR code format" 1.5.2, checked against public payloads in the test.

export interface VietQrOrder {
  /** Six digits that name the bank, as in BANK_BIN. */
  readonly bin: string;
  readonly accountNumber: string;
  /** Whole dong. */
  readonly amount: number;
  readonly memo: string;
}

/** A dynamic code (amount and memo fixed) for a transfer to an account. */
export function vietQr({ bin, accountNumber, amount, memo }: VietQrOrder): string {
  if (!/^\d{6}$/.test(bin)) throw new RangeError('the bank BIN is six digits');
  if (!/^[A-Za-z0-9]{1,19}$/.test(accountNumber))
    throw new RangeError('the account number is 1 to 19 letters and digits');
  if (!Number.isInteger(amount) || amount < 1 || amount >= 1e13) throw new RangeError('the amount is 1 to 13 digits');
  if (!/^[A-Za-z0-9 ]{1,25}$/.test(memo)) throw new RangeError('the memo is 1 to 25 letters, digits and spaces');
  const account = field('00', bin) + field('01', accountNumber);
  const payload = [
    field('00', '01'), // payload format
    field('01', '12'), // point of initiation: dynamic, for one payment
    field('38', field('00', 'A000000727') + field('01', account) + field('02', 'QRIBFTTA')), // NAPAS, transfer to account
    field('53', '704'), // VND
    field('54', String(amount)),
    field('58', 'VN'),
    field('62', field('08', memo)), // purpose of transaction
    '6304', // the checksum covers its own id and length
  ].join('');
  return payload + crc16(payload);
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF) as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}
