// Everything of billing that knows SQL, by subject. Each function takes the transaction (or the database) it works in.

export * from './catalog-store.ts';
export * from './ledger-store.ts';
export * from './money-check-store.ts';
export * from './subscription-store.ts';
export * from './topup-store.ts';
