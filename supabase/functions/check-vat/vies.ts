import { messageOf } from '../_shared/errors.ts'
/** The result of a check of a VAT number. `unreachable` means that the tax office gave no answer. */
export type Verdict = { state: 'valid' | 'invalid' | 'unreachable'; proof: string | null }
/** Looks a VAT number up in a register. Numbers begin with the country code, as on invoices. */
export type Register = (number: string, requester: string | null) => Promise<Verdict>

const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api'
const UNREACHABLE: Verdict = { state: 'unreachable', proof: null }

/**
 * VIES, the VAT register of the European Union. It answers with status 200 also when a national office is not
 * available: {"actionSucceed": false, "errorWrappers": [{"error": "MS_UNAVAILABLE"}]}. If the request names the
 * market's VAT number as the requester, the answer has a consultation number, which proves the check.
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
