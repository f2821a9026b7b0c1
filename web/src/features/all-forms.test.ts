import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// Tests that every form and every field keeps a draft, or is listed here with the reason why it does not.

const root = join(import.meta.dirname, '..')
const files = globSync('**/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'))

const IS_TYPED_INTO =
  /<(TextInput|Textarea|PasswordField|PasswordInput|NumberInput|TagsInput|Autocomplete|CodeField|NoteField)\b/
const KEEPS_A_DRAFT = /useDraftForm\(|useDraft\(/
const PROVES_WHO = /useCredentialForm\(/

const WITHOUT_A_DRAFT: Record<string, string> = {
  'ui/code-field.tsx': 'a field of other forms',
  'ui/links-field.tsx': 'a field of other forms',
  'ui/password-field.tsx': 'a field of other forms, which is never kept',
  'shared/members/profile-fields.tsx': 'fields of the forms of the profile',
  'shared/market/creator-filter-fields.tsx': 'fields of the forms of searches and campaigns',
  'features/packs/choice-fields.tsx': 'fields of the form of a pack',
  'features/packs/promise-fields.tsx': 'fields of the form of a pack',
  'shared/briefs/brief-fields.tsx': 'fields of the forms of orders and of templates',
  'shared/briefs/wished-date-field.tsx': 'a field of the forms of orders',
  'shared/market/offer-fields.tsx': 'fields of the forms of searches and campaigns',
  'features/messages/offers/milestone-fields.tsx': 'fields of the form of an offer',
  'features/orders/dispute/share-field.tsx': 'a field of the forms of a dispute and of a proposal',
  'features/messages/offers/offer-fields.tsx': 'fields of the form of an offer',
  'features/auth/signup-fields.tsx': 'fields of the form of sign-up',
  'features/deadlines/deadlines-page.tsx': 'an address to copy, nothing is typed',
  'features/discover/search-box.tsx': 'the address of the page keeps it',
  'features/auth/email-field.tsx': 'an address that the browser fills in; nobody is signed in',
  'features/settings/account-section.tsx': 'a word that confirms the deletion of the account',
  'features/messages/inbox-list.tsx': 'a search that finds while it is typed',
  'features/orders/list/orders-page.tsx': 'the address of the page keeps it',
  'features/payments/ledger-filters.tsx': 'the address of the page keeps it',
  'features/staff/audit.tsx': 'a filter that finds while it is typed',
  'features/staff/staff-list.tsx': 'a search that finds while it is typed',
  'features/staff/settings.tsx': 'a number, beside the one that is in force',
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** True if the file, or a hook that it imports from its own folder, keeps a draft. */
function keepsADraft(file: string): boolean {
  const hooks = [...read(file).matchAll(/from '\.\/(use-[\w-]+\.ts)'/g)]
  const texts = [file, ...hooks.map(([, hook = '']) => join(dirname(file), hook))].map(read)
  return texts.some((text) => KEEPS_A_DRAFT.test(text))
}
const typedInto = files.filter((file) => IS_TYPED_INTO.test(read(file)))

test('the search for files with fields finds more than 25 files', () => {
  expect(typedInto.length).toBeGreaterThan(25)
  expect(typedInto).toContain('features/settings/template-form.tsx')
})

test.each(typedInto)('%s keeps typed text as a draft, or is listed with a reason', (file) => {
  const keeps = keepsADraft(file) || PROVES_WHO.test(read(file))
  expect(keeps !== file in WITHOUT_A_DRAFT, 'one of the two').toBe(true)
})

test('a request without a form uses its idempotency key through sendOnce', () => {
  const keep = globSync('{features,shared}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .filter((file) => /\brequestKey\(/.test(read(file)) && !KEEPS_A_DRAFT.test(read(file)))
  expect(keep).toEqual([])
})

test('every call of a function with an idempotency key sends one', () => {
  const keyed = read('lib/database.types.ts')
    .split(/\n {6}(?=\w)/)
    .filter((declared) => declared.includes('idempotency_key?:'))
    .map((declared) => declared.split(':')[0])
  const calls = globSync('{features,shared}/**/*.{ts,tsx}', { cwd: root })
    .flatMap((file) => [...read(file).matchAll(/(?:rpc\(|act: )'(\w+)'([\s\S]{0,300})/g)])
    .filter(([, name]) => keyed.includes(name))
  expect(calls.map(([, name]) => name)).toEqual(
    expect.arrayContaining(['add_staff_note', 'create_invite']),
  )
  const keyless = calls.filter(([, , rest]) => !rest?.includes('idempotency_key'))
  expect(keyless.map(([, name]) => name)).toEqual([])
})

test('no form calls useForm directly instead of our hooks', () => {
  const own = files.filter((file) => /\buseForm\(/.test(read(file)))
  expect(own).toEqual([])
})

test('no component catches an error without showing it', () => {
  const acts = globSync('{features,shared,ui}/**/*.tsx', { cwd: root })
  const silent = acts.filter((file) =>
    // Loading code ahead may fail silently, because it is loaded again when it is needed.
    /catch(?: \{|\(\(\) => \{\}\))/.test(
      read(file).replaceAll(/\bload\(\)\.catch\(\(\) => \{\}\)/g, ''),
    ),
  )
  expect(silent).toEqual([])
})

test('every switch in a form is connected by switchOf, so that it shows the value of the form', () => {
  // Without `checked`, Mantine's switch has a state of its own that starts as off, whatever the form's value is.
  const untold = files.filter((file) => /<Switch\b[^/]*fieldOf\(/.test(read(file)))
  expect(untold).toEqual([])
})
