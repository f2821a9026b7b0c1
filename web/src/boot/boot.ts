// Runs in app.html itself, before any file has come: says which files the page at this address
// needs first, requests its data meanwhile, and writes its title into the shell. Only an optimisation:
// without it everything is loaded a little later.
import type { Session } from '@supabase/supabase-js'
import { routeAt, ROUTES, type RouteName } from '../domain/routes.ts'
import { STORAGE_KEYS } from '../lib/constants.ts'
import { owesCode } from '../lib/claims.ts'
import { earlyRequests } from '../lib/early.ts'
import { firstLocale, type Locale } from '../lib/locales.ts'
import { isRemembered, storedSession } from '../lib/stored-session.ts'
import { askForProfile, asksOf, type Ask, type Own } from './requests.ts'

/** Written by the build (build/first-files.ts). Files are named by their place in `files`. */
export interface Boot {
  api: string
  key: string
  client: string
  files: string[]
  pages: Partial<Record<RouteName, number[]>>
  /** Of every page, and of those that have their own. */
  words: Record<Locale, Partial<Record<RouteName | 'all', number[]>>>
  titles: Record<Locale, Partial<Record<RouteName, string>>>
}
declare const BOOT: Boot
/** Named once: the build writes it wherever the other name stands. */
const known = BOOT

function preload(files: readonly number[]) {
  for (const index of files) {
    const address = known.files[index]
    if (!address) continue
    const link = document.createElement('link')
    const isScript = address.endsWith('.js')
    link.rel = isScript ? 'modulepreload' : 'preload'
    if (!isScript) link.as = 'style'
    link.crossOrigin = ''
    link.href = address
    document.head.append(link)
  }
}

function send({ path, body, isOne }: Ask, token: string): Promise<Response> {
  const url = `${known.api}/rest/v1/${path}`
  const method = body === undefined ? 'GET' : 'POST'
  const text = body === undefined ? undefined : JSON.stringify(body)
  // Read as it comes, while nothing else is to be done.
  const response = fetch(url, {
    method,
    body: text,
    headers: {
      apikey: known.key,
      Authorization: `Bearer ${token}`,
      'X-Client-Info': known.client,
      ...(isOne && { Accept: 'application/vnd.pgrst.object+json' }),
      ...(text
        ? { 'Content-Type': 'application/json', 'Content-Profile': 'public' }
        : { 'Accept-Profile': 'public' }),
    },
  }).then(async (answer) =>
    answer.status === 200 ? new Response(await answer.text(), answer) : answer,
  )
  earlyRequests().push({ method, url, body: text, token, sentAt: Date.now(), response })
  return response
}

async function ask({ access_token: token, user }: Session) {
  const askFor = (each: Ask) => send(each, token).catch(() => null)
  const profile = askFor(askForProfile(user.id))
  const askOn = async ({ next, ...first }: Ask) => {
    const response = await askFor(first)
    if (!next || !response) return
    const rows = (await response.clone().json()) as Record<string, unknown>[]
    next(rows).forEach((each) => void askFor(each))
  }
  asksOf(location).forEach((each) => void askOn(each).catch(() => {}))
  const own = (await (await profile)?.clone().json()) as Own
  asksOf(location, own).forEach((each) => void askFor(each))
}

/** The dashboard of somebody who is signed in, as far as it is the same for everybody. */
function drawShell(route: RouteName, locale: Locale) {
  document.documentElement.dataset.shell = ''
  // The page is parsed; the other event waits for the application's code.
  document.addEventListener('readystatechange', () => {
    const title = document.querySelector('#shell h1')
    if (title) title.textContent = known.titles[locale][route] ?? ''
  })
}

/** The first formatter of a language takes longer than any other part of a first screen. */
function warmUp(locale: Locale) {
  const make = () => void new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  // Safari has no such call.
  if ('requestIdleCallback' in window) requestIdleCallback(make)
  else setTimeout(make)
}

function boot() {
  const locale = firstLocale(localStorage.getItem(STORAGE_KEYS.locale), navigator.languages)
  const here = routeAt(location.pathname)
  if (here === null) return
  const isMembers = ROUTES[here].access === 'member'
  const session = storedSession()
  const isIn = isRemembered() && !(session && owesCode(session))
  const shown = isMembers && !isIn ? 'login' : here
  const words = known.words[locale]
  preload([...(known.pages[shown] ?? []), ...(words.all ?? []), ...(words[shown] ?? [])])
  if (!isMembers || !isIn) return
  drawShell(here, locale)
  warmUp(locale)
  if (session) void ask(session).catch(() => {})
}

try {
  boot()
} catch {
  // Storage that may not be read, or holds something else: the application finds out by itself.
}
