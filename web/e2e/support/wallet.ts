import type { Page } from '@playwright/test'

type Answer = (method: string, params: unknown[]) => unknown

/** A refusal with the number that wallets give it (EIP-1193). */
export const refuse = (code: number) => Object.assign(new Error(`refused: ${code}`), { code })

/** Runs in the page before anything of it: a wallet that announces itself as an extension does (EIP-6963). */
function announceWallet({ name, rdns }: { name: string; rdns: string }) {
  type Outcome = { result?: unknown; code?: number }
  const listeners: Record<string, ((value: unknown) => void)[]> = {}
  const page = window as unknown as {
    askWallet: (method: string, params: unknown[]) => Promise<Outcome>
    tellWallet: (event: string, value: unknown) => void
  }
  page.tellWallet = (event, value) => listeners[event]?.forEach((listener) => listener(value))
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      const { result, code } = await page.askWallet(method, params)
      if (code !== undefined) throw Object.assign(new Error('refused'), { code })
      return result
    },
    on: (event: string, listener: (value: unknown) => void) =>
      (listeners[event] ??= []).push(listener),
  }
  const detail = Object.freeze({
    info: {
      uuid: crypto.randomUUID(),
      name,
      rdns,
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
    provider,
  })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Gives a page a wallet; `answer` answers for it, and what it throws with a code is the wallet's refusal. */
export async function addWallet(page: Page, answer: Answer, name = 'Test wallet') {
  await page.exposeFunction('askWallet', async (method: string, params: unknown[]) => {
    try {
      return { result: await answer(method, params) }
    } catch (error) {
      return { code: (error as { code?: number }).code ?? -32603 }
    }
  })
  await page.addInitScript(announceWallet, { name, rdns: 'org.example.wallet' })
}

/** Says to the page what happened in its wallet. */
export const tell = (page: Page, event: 'accountsChanged' | 'chainChanged', value: unknown) =>
  page.evaluate(
    ([name, what]) =>
      (window as unknown as { tellWallet: (name: string, what: unknown) => void }).tellWallet(
        name as string,
        what,
      ),
    [event, value],
  )

/** An answer of a contract with numbers of 32 bytes. */
export const words = (...numbers: (number | bigint | boolean)[]) =>
  `0x${numbers.map((each) => BigInt(each).toString(16).padStart(64, '0')).join('')}`
