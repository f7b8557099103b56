/** The print window and its times in milliseconds (specification, section 9). */
export const printWindow = { width: 500, height: 700, printAfterMs: 500, fallbackAfterMs: 1000 };
