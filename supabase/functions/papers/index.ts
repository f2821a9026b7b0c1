import { dataOf, Refusal } from '../_shared/errors.ts'
import { CORS, endpoint, readJson } from '../_shared/serve.ts'
import { signedIn } from '../_shared/signed-in.ts'
import { isUuid } from '../_shared/uuid.ts'
import { COLUMNS, type Paper } from './paper.ts'
import { paperPdf } from './paper-pdf.ts'

// Draws a paper (an invoice or a credit note) from its row. No file is stored. Row-level security checks the caller.
Deno.serve(
  endpoint('papers', async (request, notes) => {
    const { client } = await signedIn(request, { readsOnly: true })
    const { paper_id: id, locale } = await readJson(request)
    if (!isUuid(id)) throw new Refusal(422, 'invalid_body')
    const [paper] = dataOf(await client.from('papers').select(COLUMNS).eq('id', id)) as Paper[]
    if (!paper) throw new Refusal(404, 'paper_unknown')
    dataOf(await client.rpc('count_print'))
    notes.paper = paper.number
    const pdf = await paperPdf(paper, typeof locale === 'string' ? locale : 'en')
    return new Response(pdf, { headers: { ...CORS, 'content-type': 'application/pdf' } })
  }),
)
