// Writes supabase/templates and the subjects in supabase/config.toml from supabase/mails.
// Usage: npm run gen:mails [-- --check]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'smol-toml'
import en from '../supabase/mails/en.json' with { type: 'json' }
import es from '../supabase/mails/es.json' with { type: 'json' }
import tr from '../supabase/mails/tr.json' with { type: 'json' }
import { mailTemplates, withSubjects } from './tools/mails/mail-templates.ts'
import { projectRoot } from './project.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const folder = join(projectRoot, 'supabase')
const configFile = join(folder, 'config.toml')
const config = readFileSync(configFile, 'utf8')
const { auth } = parse(config) as { auth: { email: { otp_expiry: number } } }

const mails = Object.entries(mailTemplates({ en, es, tr }, auth.email.otp_expiry / 60))
const subjects = Object.fromEntries(mails.map(([kind, { subject }]) => [kind, subject]))
const files = mails.map(([kind, { html }]) => [join(folder, 'templates', `${kind}.html`), html])
for (const [file = '', text = ''] of [...files, [configFile, withSubjects(config, subjects)]]) {
  if (!values.check) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is out of date: npm run gen:mails`)
    process.exitCode = 1
  }
}
