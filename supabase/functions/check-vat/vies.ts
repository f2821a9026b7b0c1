import { messageOf } from '../_shared/errors.ts'
/** Verdict of the tax offices on a VAT number; only the first two are verdicts. */
export type Verdict = { state: 'valid' | 'invalid' | 'unreachable'; proof: string | null }
/** A register of VAT numbers, in the form that papers print: with the code of the state in front. */
export type Register = (number: string, requester: string | null) => Promise<Verdict>

const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api'
const UNREACHABLE: Verdict = { state: 'unreachable', proof: null }

/**
 * VIES, the register of the European Union. It answers 200 for its own faults too, as the offices behind it are
 * often closed or busy: {"actionSucceed": false, "errorWrappers": [{"error": "MS_UNAVAILABLE"}]}. With our number
 * as the requester the answer has the number of the consultation.
 */
export function vies(log: (fault: string) => void, address = VIES, timeoutMs = 10_000): Register {
  return async (number, requester) => {
    try {
      const response = await fetch(`${address}/check-vat-number`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          countryCode: number.slice(0, 2),
          vatNumber: number.slice(2),
          ...(requester && {
            requesterMemberStateCode: requester.slice(0, 2),
            requesterNumber: requester.slice(2),
          }),
        }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer = await response.json()
      if (response.ok && typeof answer?.valid === 'boolean') {
        return {
          state: answer.valid ? 'valid' : 'invalid',
          proof: typeof answer.requestIdentifier === 'string' ? answer.requestIdentifier : null,
        }
      }
      log(`VIES answered ${response.status} ${answer?.errorWrappers?.[0]?.error ?? ''}`.trim())
    } catch (error) {
      log(messageOf(error))
    }
    return UNREACHABLE
  }
}
