import { expect } from '@playwright/test'

const mailUrl = () => process.env['MAIL_URL'] ?? ''

type Found = { messages: { ID: string; Subject: string }[] }

/** Waits for the newest mail to an address whose subject fits, and returns its text. */
export async function mailTo(address: string, subject: RegExp): Promise<string> {
  let id: string | undefined
  await expect
    .poll(
      async () => {
        const query = encodeURIComponent(`to:${address}`)
        const found = (await (
          await fetch(`${mailUrl()}/api/v1/search?query=${query}`)
        ).json()) as Found
        id = found.messages.find((message) => subject.test(message.Subject))?.ID
        return id
      },
      { message: `a mail to ${address} about ${subject}`, timeout: 20_000 },
    )
    .toBeTruthy()
  const mail = (await (await fetch(`${mailUrl()}/api/v1/message/${id}`)).json()) as { Text: string }
  return mail.Text
}

export async function linkMailedTo(address: string, subject: RegExp): Promise<string> {
  const link = /https?:\/\/\S+/.exec(await mailTo(address, subject))?.[0]
  if (!link) throw new Error(`The mail to ${address} has no link.`)
  return link
}

/** Returns the code in a mail that also contains a link. */
export async function codeMailedTo(address: string, subject: RegExp): Promise<string> {
  const text = (await mailTo(address, subject)).replaceAll(/https?:\S+/g, '')
  const digits = /\b\d{8}\b/.exec(text)?.[0]
  if (!digits) throw new Error(`The mail to ${address} has no code.`)
  return digits
}
