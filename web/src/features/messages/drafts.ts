import { create } from 'zustand'

/** What was typed and not sent, by the member it is meant for. Lives as long as the tab. */
const useDrafts = create<Record<string, string>>(() => ({}))

export const useDraft = (otherId: string) => useDrafts((drafts) => drafts[otherId] ?? '')

export const setDraft = (otherId: string, text: string) => useDrafts.setState({ [otherId]: text })

/** A message that failed comes back, before whatever has been typed since. */
export const returnDraft = (otherId: string, text: string) =>
  useDrafts.setState((drafts) => ({
    [otherId]: [text, drafts[otherId]].filter((part) => part?.trim()).join('\n'),
  }))
