import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { setting } from '../_shared/environment.ts'
import { dataOf, Refusal } from '../_shared/errors.ts'
import { bankFile, fileSums, type BankPayout, type Debtor } from '../_shared/payouts/bank-file.ts'
import { endpoint, readJson } from '../_shared/serve.ts'
import { signedIn } from '../_shared/signed-in.ts'
import { isUuid } from '../_shared/uuid.ts'

// Returns a file for the bank with all payouts that staff send. The database selects them and records who read them.
Deno.serve(
  endpoint('payout-file', async (request, notes) => {
    const { client } = await signedIn(request)
    // Refuses all but staff before a missing setting is named or a payout is taken.
    dataOf(await client.rpc('bank_file_sums'))
    const debtor = ourAccount()
    const { idempotency_key: key = crypto.randomUUID() } = await readJson(request)
    if (!isUuid(key)) throw new Refusal(422, 'invalid_body')
    const answer = await client.rpc('take_bank_payouts', { idempotency_key: key })
    const payouts = dataOf(answer) as BankPayout[]
    if (payouts.length === 0) throw new Refusal(409, 'payouts_none_for_file')
    notes.payouts = payouts.length
    // A bank accepts a file id only once, so a repeated request gets the same id.
    const id = `KP${key.replaceAll('-', '').slice(0, 20)}`
    return { id, xml: bankFile(payouts, debtor, id, new Date()), sums: fileSums(payouts) }
  }),
)

function ourAccount(): Debtor {
  const name = setting('BANK_ACCOUNT_NAME') ?? ''
  const iban = electronicFormatIBAN(setting('BANK_ACCOUNT_IBAN')) ?? ''
  const bic = setting('BANK_ACCOUNT_BIC') ?? ''
  if (!name || !isValidIBAN(iban) || !isValidBIC(bic))
    throw new Refusal(503, 'payout_bank_not_configured')
  return { name, iban, bic }
}
