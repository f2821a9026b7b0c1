import { setting } from '../_shared/environment.ts'
import { dataOf } from '../_shared/errors.ts'
import { scheduled } from '../_shared/scheduled.ts'
import { checkVat } from './check-vat.ts'
import { vies } from './vies.ts'

// Checks VAT numbers of companies at VIES, if the setting `vat_check` is on.
Deno.serve(
  scheduled(
    'check-vat',
    (client, until, log) =>
      checkVat(
        vies(log, setting('VIES_URL')),
        {
          claim: async (batch) => dataOf(await client.rpc('claim_vat_checks', { batch })),
          record: async ({ company_id, vat_number }, { state, proof }) =>
            void dataOf(
              await client.rpc('record_vat_check', { company_id, vat_number, state, proof }),
            ),
        },
        until,
      ),
    15_000,
  ),
)
