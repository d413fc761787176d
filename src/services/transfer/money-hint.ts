const HINT =
  /보내|보낸|보냈|부쳐|부쳤|부칠|쏴|쏠|입금|송금|이체|계좌|통장|잔액|잔고|예약|돈|원|한테|에게|께|send|sent|transfer|wire|pay|balance|booked|\bwon\b|krw|\b(?:give|move)\s.*\d/i

/** Whether a sentence might concern transfers at all: a wide net that costs nothing, so that talk need not load what reads them. */
export function mayConcernMoney(text: string): boolean {
  return HINT.test(text.normalize('NFC'))
}
