// Which modules come in one file. A phone loads six files at a time and waits once for each chain
// of them, so what a first screen needs is in few: the tests in build-output.test.ts count them.
import type { Rolldown } from 'vite'
import { fileOfWords } from '../src/domain/words.ts'

type Group = Exclude<
  Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups'],
  undefined
>[number]

const packages = (...names: string[]) =>
  new RegExp(`node_modules[\\\\/](${names.join('|')})[\\\\/]`)

const mantine = (...names: string[]) =>
  new RegExp(`@mantine[\\\\/]core[\\\\/]esm[\\\\/]components[\\\\/](${names.join('|')})[\\\\/]`)

const any = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

const REACT = packages(
  'react',
  'react-dom',
  'scheduler',
  'wouter',
  'regexparam',
  'use-sync-external-store',
  'i18next',
  'react-i18next',
  'html-parse-stringify',
  'void-elements',
  'zustand',
)
const OVERLAYS = mantine(
  'Popover',
  'Modal',
  'ModalBase',
  'Drawer',
  'ScrollArea',
  'Combobox',
  'Select',
  'Menu',
  'Tooltip',
)
const FORMS = mantine('NumberInput', 'Switch', 'Chip', 'TagsInput', 'Radio')
/** What the pages of one order, one creator and one conversation share: messages, briefs, files. */
const TALK = any(
  mantine('Textarea', 'FileButton', 'Rating'),
  /src[\\/]features[\\/](creator-profile[\\/]queries|messages[\\/](thread-menu-button|offers[\\/](queries|offer-state))|orders[\\/](dispute-queries|standing-clock|use-order-action|milestones[\\/]queries))\.tsx?/,
  /src[\\/]ui[\\/](long-log|file-chip)\.tsx?|src[\\/]domain[\\/](messages[\\/](composer|composer-parts|message-actions|message-bubble|message-file|report-message)|briefs[\\/]brief(-view)?|files[\\/](attached-list|stored-file)|orders[\\/](statement-item|delivered-files|buy-again|checkout|links|pay-buttons|payment-parts|promise-list|ruling-item|changed-terms))\.tsx?/,
)
const OF_ANY_PAGE = mantine(
  'Alert',
  'CloseButton',
  'Group',
  'Input',
  'InputBase',
  'NativeSelect',
  'Stack',
  'Text',
  'TextInput',
)
/** What the forms of a visitor are made of: nothing that opens over the page. */
const VISITORS_FORMS = any(
  packages('react-hook-form', 'zod', '@hookform'),
  mantine('PasswordInput', 'Checkbox', 'InlineInput', 'SegmentedControl', 'FloatingIndicator'),
  /src[\\/](lib|ui)[\\/](form|code-field|use-captcha)\.tsx?|src[\\/]domain[\\/]accounts[\\/]passwords\.ts/,
)
/** Parts of ours that are made of the others. */
const OWN_FORMS =
  /src[\\/](lib|ui)[\\/](draft-files|dialog|confirm-dialog|leave-guard|tag-select|copy-text)\.tsx?|src[\\/]domain[\\/].*(-fields|-form|-picker|briefs[\\/](brief-again|brief-part|templates|use-brief-files)|money-field|files-field|factors?|second-factor[\\/](?!factor-gate).*|terms-compare|message-menu|message-layers|report-dialog)\.tsx?|src[\\/]features[\\/]orders[\\/]text-form\.tsx/

const APP = any(
  /src[\\/]app[\\/](mantine-styles|application|dashboard|providers|guards)\.tsx?/,
  // The whole of supabase-js and the toasts come later, in files of their own.
  // Several pages and what runs beside them read the same data.
  /src[\\/]features[\\/](discover|orders|messages|notifications|campaigns)[\\/](queries|outbox|tones|order-actions|order-actions-query|notification-row)\.tsx?/,
  /src[\\/](lib|ui|domain)[\\/](?!refusals\.|site\.module|backend\.ts|toast-library|toasts\.css)|supabase[\\/](functions|notices)[\\/].*\.ts/,
  packages('@mantine[\\\\/]hooks', '@tanstack', '@supabase[\\\\/]postgrest-js', 'tslib'),
  /use-mantine-color-scheme|esm[\\/]core[\\/]utils[\\/]get-env/,
  OF_ANY_PAGE,
  // One sheet for all pages of members; what overrides a library's rule comes after it.
  /@mantine[\\/](core|spotlight)[\\/].*\.css|src[\\/](?!lib[\\/]toasts\.css|features[\\/](public|landing)|ui[\\/]site\.module).*\.css/,
)

const WORDS = [
  /src[\\/]locales[\\/](?<locale>\w+)[\\/](?<name>[\w-]+)\.json/,
  /(?<name>notices)[\\/](?<locale>\w+)\.json/,
  /src[\\/]lib[\\/](?<name>refusals)\.(?<locale>\w+)\.ts/,
]

/** `words-first-en` and so on: see domain/words.ts. */
function wordsChunk(id: string): string | null {
  const { locale, name } = WORDS.map((each) => each.exec(id)?.groups).find(Boolean) ?? {}
  const file = name && fileOfWords(name)
  return file ? `words-${file}-${locale}` : null
}

/** The first that fits takes a module, and with it what the module needs. */
const inOrder: Group[] = [
  // What public pages run, and what decides whether more is needed.
  { name: 'index', tags: ['$initial'] },
  { name: wordsChunk, includeDependenciesRecursively: false },
  // Libraries change less often than we do: returning members have them.
  {
    name: 'react',
    test: any(REACT, /rolldown[\\/]runtime/),
    includeDependenciesRecursively: false,
  },
  // What the public pages of another language need too, and all icons: each is a line or two.
  {
    name: 'start',
    test: any(
      packages('lucide-react'),
      /src[\\/](app[\\/](app|start)|lib[\\/]i18n|ui[\\/]skip-link|domain[\\/](use-terms|money[\\/](creator-share|example-order)))\./,
    ),
  },
  // The frame of every page of a member and what they share, but for what only forms need.
  {
    name: 'app',
    test: (id) =>
      APP.test(id) && ![OWN_FORMS, VISITORS_FORMS, TALK].some((other) => other.test(id)),
  },
  // Its pages share most of their parts.
  {
    name: 'auth',
    test: /src[\\/]features[\\/]auth[\\/](?!.*-page\.tsx)/,
    includeDependenciesRecursively: false,
  },
  { name: 'talk', test: TALK },
  { name: 'sign-in-forms', test: VISITORS_FORMS },
  { name: 'overlays', test: any(packages('@floating-ui', 'react-remove-scroll'), OVERLAYS) },
  {
    name: 'forms',
    test: any(FORMS, OWN_FORMS),
  },
  // Of a few lines each: a phone waits longer for four files than for their lines.
  {
    name: 'layers',
    test: /src[\\/]features[\\/](discover[\\/]discover-layers|creator-profile[\\/]buy-dialog|orders[\\/]action-dialog|messages[\\/]offers[\\/]offer-layers)\.tsx?/,
  },
  {
    name: 'menus',
    test: /src[\\/](app[\\/]menus|features[\\/]notifications[\\/]notification-panel)\.tsx?/,
  },
  // What runs beside every page once the first screen stands.
  {
    name: 'live',
    test: any(
      packages('react-toastify'),
      /src[\\/](app[\\/]live|lib[\\/]toast-library)\.tsx?|toasts\.css/,
    ),
  },
]

export const groups: Group[] = inOrder.map((group, index) => ({
  ...group,
  priority: inOrder.length - index,
}))
