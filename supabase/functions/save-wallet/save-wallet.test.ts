import assert from 'node:assert/strict'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { verifyMessage } from 'viem'
import type { Chain } from '../_shared/chain/chain.ts'
import { messageFor, proved, readWanted } from './save-wallet.ts'

const SITE = 'https://kolpact.example'
const account = privateKeyToAccount(generatePrivateKey())
const chain = { chainId: 8453 } as Chain
const later = new Date(Date.now() + 600_000)
const text = (site = SITE, chainId = 8453, until = later, address: string = account.address) =>
  messageFor(site, chainId, 'a1b2c3d4e5f6', until).replace('{address}', address)
const save = async (message: string, signer = account) =>
  await proved(
    chain,
    SITE,
    { message, signature: await signer.signMessage({ message }) },
    verifyMessage,
  )

Deno.test('a wallet is proved by a signed message that names the site, the chain and the nonce', async () => {
  assert.deepEqual(await save(text()), { address: account.address, nonce: 'a1b2c3d4e5f6' })
})

Deno.test('a message for another site, chain, time or purpose proves nothing', async () => {
  const wrong = [
    text('https://evil.example'),
    text(SITE, 1),
    text(SITE, 8453, new Date(Date.now() - 1000)),
    text().replace('This wallet is mine.', 'Log me in.'),
    text(SITE, 8453, later, account.address.toLowerCase()),
    'Hello.',
  ]
  for (const message of wrong) await assert.rejects(save(message), { token: 'message_invalid' })
})

Deno.test('a signature of another key proves nothing', async () => {
  const other = privateKeyToAccount(generatePrivateKey())
  await assert.rejects(save(text(), other), { token: 'signature_invalid' })
})

Deno.test('a request begins a proof of a wallet, or contains a message with its signature', () => {
  assert.deepEqual(readWanted({}), { act: 'begin' })
  const signature = `0x${'01'.repeat(65)}`
  assert.deepEqual(readWanted({ message: 'm', signature }), {
    act: 'save',
    message: 'm',
    signature,
  })
  const wrong = [{ message: 'm' }, { message: 'm', signature: 'x' }, { signature }]
  for (const body of [...wrong, { message: 'm', signature: '0x12' }])
    assert.throws(() => readWanted(body), { token: 'invalid_body' })
})
