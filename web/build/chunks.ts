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
  'zustand',
)
/** Texts with marks inside: only the forms of visitors have them. */
const MARKED_TEXTS = /html-parse-stringify|void-elements|react-i18next[\\/]dist[\\/]es[\\/]Trans/
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
const FORMS = mantine('NumberInput', 'Switch', 'Chip', 'TagsInput', 'Radio', 'Rating')
const icons = (...names: string[]) =>
  new RegExp(`lucide-react[\\\\/]dist[\\\\/]esm[\\\\/]icons[\\\\/](${names.join('|')})\\.`)

/** What the pages of one order, one creator and one conversation share: messages, briefs, files. */
const TALK = any(
  icons(
    'arrow-down',
    'download',
    'ellipsis-vertical',
    'external-link',
    'file-text',
    'handshake',
    'message-square-plus',
    'messages-square',
    'paperclip',
    'send-horizontal',
  ),
  mantine('Textarea', 'FileButton'),
  /src[\\/]features[\\/](creator-profile[\\/]queries|messages[\\/](thread-menu-button|offers[\\/](queries|offer-state))|orders[\\/](dispute-queries|paused-clock|use-order-action|milestones[\\/]queries))\.tsx?/,
  /src[\\/]ui[\\/](long-log|file-chip|linked-text)\.tsx?|supabase[\\/]functions[\\/]_shared[\\/]file-content|src[\\/]domain[\\/](files[\\/](attachments|upload)|messages[\\/](drafts|outbox|composer|composer-parts|message-actions|message-bubble|message-file|report-message)|briefs[\\/]brief(-view)?|files[\\/](attached-list|stored-file)|orders[\\/](statement-item|delivered-files|buy-again|checkout|links|pay-buttons|payment-parts|promise-list|ruling-item|changed-terms))\.tsx?/,
)
const OF_ANY_PAGE = mantine(
  'Alert',
  'CloseButton',
  'Group',
  'Input',
  'InputBase',
  'Stack',
  'Text',
  'TextInput',
)
/** What the forms of a visitor are made of: nothing that opens over the page. */
const VISITORS_FORMS = any(
  packages('react-hook-form', 'zod', '@hookform'),
  MARKED_TEXTS,
  /@mantine[\\/]hooks[\\/]esm[\\/](use-(debounced-value|mutation-observer|shallow-effect|timeout)|utils[\\/]shallow-equal)[\\/]/,
  mantine('PasswordInput', 'Checkbox', 'InlineInput', 'SegmentedControl', 'FloatingIndicator'),
  /src[\\/](lib|ui)[\\/](form|code-field|use-captcha)\.tsx?|src[\\/]domain[\\/]accounts[\\/]passwords\.ts/,
)
/** Parts of ours that are made of the others. */
const OWN_FORMS =
  /src[\\/](lib|ui)[\\/](draft-files|dialog|confirm-dialog|leave-guard|tag-select|copy-text)\.tsx?|src[\\/]domain[\\/].*(-fields|-form|-picker|briefs[\\/](brief-again|brief-part|templates|use-brief-files)|money-field|files-field|factors?|second-factor[\\/](?!factor-gate).*|terms-compare|message-menu|message-layers|report-dialog)\.tsx?|src[\\/]features[\\/]orders[\\/]text-form\.tsx/

/** Of what forms and overlays are made, and no first screen: of the hooks, the icons and our own. */
const LATER = any(
  /@mantine[\\/]hooks[\\/]esm[\\/](use-(clipboard|click-outside|collapse|color-scheme|disclosure|focus-return|focus-trap|long-press|move|previous|window-event))[\\/]/,
  /use-mantine-color-scheme[\\/]use-mantine-color-scheme/,
  /src[\\/](features[\\/]campaigns[\\/](queries|tones)|domain[\\/](members[\\/]avatar|money[\\/]you-receive|notifications[\\/]notification-types)|ui[\\/](style-singleton|use-back-closes|use-focus-back))\.tsx?/,
  icons(
    'ban',
    'banknote',
    'building-complex',
    'calendar-check',
    'copy',
    'credit-card',
    'flag',
    'folder-open',
    'landmark',
    'link-2',
    'log-out',
    'monitor',
    'notebook-pen',
    'play',
    'rotate-ccw',
    'save',
    'scroll-text',
    'send',
    'shield-exclamation-point',
    'sticky-note',
    'trash',
    'undo-2',
    'user-plus',
    'user-round',
    'user-round-check',
    'users',
    'users-round',
  ),
)
/** What is said about an event: pages of lists, the panel and what is shown live. */
const NOTICES = any(
  /supabase[\\/]notices[\\/].*\.ts|src[\\/](features[\\/]notifications[\\/]notification-row|domain[\\/]notifications[\\/]notification-text)\.tsx?/,
  icons('bell-off', 'circle-x', 'gavel', 'user-round-search'),
)
/** Search by filters: the one page that has it, and later what saves it. */
const SEARCH = any(
  icons('bell-plus', 'sliders-horizontal'),
  /src[\\/](features[\\/]discover[\\/]discover-page|domain[\\/]market[\\/](creator-filters|filter-chips))\.tsx?/,
  mantine(
    'NativeSelect',
    'Combobox[\\\\/]ComboboxChevron',
    'Combobox[\\\\/]get-parsed-combobox-data',
  ),
  /@mantine[\\/]hooks[\\/]esm[\\/]use-debounced-callback/,
)

const START = any(
  packages('lucide-react'),
  /src[\\/](app[\\/](app|start)|lib[\\/]i18n|ui[\\/]skip-link|domain[\\/](use-terms|money[\\/](creator-share|example-order)))\./,
)
const APP = any(
  /src[\\/]app[\\/](mantine-styles|application|dashboard|providers|guards)\.tsx?/,
  // The whole of supabase-js and the toasts come later, in files of their own.
  // Several pages and what runs beside them read the same data.
  /src[\\/]features[\\/](discover|orders|messages|notifications|campaigns)[\\/](queries|outbox|tones|order-actions|order-actions-query|notification-row)\.tsx?/,
  /src[\\/](lib|ui|domain)[\\/](?!refusals\.|site\.module|backend\.ts|renewal\.ts|toast-library|toasts\.css)|supabase[\\/](functions|notices)[\\/].*\.ts/,
  packages('@mantine[\\\\/]hooks', '@tanstack', '@supabase[\\\\/]postgrest-js', 'tslib'),
  /use-mantine-color-scheme|esm[\\/]core[\\/]utils[\\/]get-env/,
  OF_ANY_PAGE,
  // One sheet for the pages that members open first; what overrides a library's rule comes after it.
  /@mantine[\\/](core|spotlight)[\\/].*\.css|src[\\/](?!lib[\\/]toasts\.css|features[\\/](public|landing|campaigns|checkout|deadlines|onboarding|packs|payments|precedents|saved-searches|settings|shortlist)|ui[\\/]site\.module).*\.css/,
)

const WORDS = [
  /src[\\/]locales[\\/](?<locale>\w+)[\\/](?<name>[\w-]+)\.json/,
  /(?<name>notices)[\\/](?<locale>\w+)\.json/,
  /src[\\/]lib[\\/](?<name>refusals)\.(?<locale>\w+)\.ts/,
]

/** `words-first-en` and so on: see domain/words.ts. */
function wordsChunk(id: string): string | null {
  // English refusals stand in the catalogue of the database.
  if (/supabase[\\/]errors\.json/.test(id)) return wordsChunk('src/lib/refusals.en.ts')
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
    test: (id) => any(REACT, /rolldown[\\/]runtime/).test(id) && !MARKED_TEXTS.test(id),
    includeDependenciesRecursively: false,
  },
  // What the public pages of another language need too, and the icons of first screens.
  {
    name: 'start',
    test: (id) => START.test(id) && ![LATER, TALK, NOTICES, SEARCH].some((other) => other.test(id)),
  },
  // The frame of every page of a member and what they share, but for what only forms need.
  {
    name: 'app',
    test: (id) =>
      APP.test(id) &&
      ![OWN_FORMS, VISITORS_FORMS, TALK, LATER, NOTICES, SEARCH].some((other) => other.test(id)),
  },
  // Its pages share most of their parts.
  {
    name: 'auth',
    test: /src[\\/]features[\\/]auth[\\/](?!.*-page\.tsx)/,
    includeDependenciesRecursively: false,
  },
  // What the sections of staff share: the page itself is the first of them.
  {
    name: 'staff-shared',
    test: /src[\\/]features[\\/]staff[\\/](later-dialogs|profile-details|queries|queue-view|staff-actions|suspend-button)\.tsx?/,
    includeDependenciesRecursively: false,
  },
  { name: 'talk', test: TALK },
  { name: 'lists', test: any(NOTICES, /src[\\/]app[\\/]list-pages\.ts/) },
  { name: 'search', test: SEARCH },
  { name: 'sign-in-forms', test: VISITORS_FORMS },
  // Whatever opens over a page and whatever is filled in: most of it needs both.
  {
    name: 'forms',
    test: any(packages('@floating-ui', 'react-remove-scroll'), OVERLAYS, FORMS, OWN_FORMS, LATER),
  },
  // Of a few lines each: a phone waits longer for six files than for their lines.
  {
    name: 'layers',
    test: /src[\\/](app[\\/]menus|features[\\/](discover[\\/]discover-layers|creator-profile[\\/]buy-dialog|orders[\\/]action-dialog|messages[\\/]offers[\\/]offer-layers|notifications[\\/]notification-panel))\.tsx?/,
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
