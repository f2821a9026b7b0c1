import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { AppError } from '@/lib/api/errors.ts'
import { hasFactor } from '@/lib/session/claims.ts'
import { useSession } from '@/lib/session/session.ts'
import { askForFactor, verifying } from '@/lib/session/step-up.ts'
import { loadAuth, unwrap } from '@/lib/api/supabase.ts'

export interface Factor {
  id: string
  name: string
  createdAt: string
}

const ISSUER = 'Kolpact'

const factorKeys = {
  all: ['factors'] as const,
  of: (userId: string) => ['factors', userId] as const,
}

async function listTotp() {
  const { all } = await unwrap((await loadAuth()).mfa.listFactors())
  return all.filter((each) => each.factor_type === 'totp')
}

/** The member's verified authenticator apps. */
export function factorsQuery(userId: string) {
  return queryOptions({
    queryKey: factorKeys.of(userId),
    staleTime: 0,
    queryFn: async (): Promise<Factor[]> =>
      (await listTotp())
        .filter(({ status }) => status === 'verified')
        .map(({ id, friendly_name, created_at }) => ({
          id,
          name: friendly_name ?? '',
          createdAt: created_at,
        }))
        .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
  })
}

/** True if the session has a second factor; otherwise asks for it and returns whether it was given. */
export async function requireFactor(): Promise<boolean> {
  return useSession.getState().level === 'aal2' || askForFactor()
}

async function enterCode({ factorId, code }: { factorId: string; code: string }): Promise<void> {
  const auth = await loadAuth()
  await unwrap(verifying(auth.mfa.challengeAndVerify({ factorId, code })))
}

/** `meta` of a mutation without an error toast, because its form shows the error. */
const quiet = { silent: true }

/** Verifies a typed code. `onDone` is called even if the new session level has already unmounted the form. */
export function useEnterCode(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    meta: quiet,
    mutationFn: enterCode,
    onSuccess() {
      onDone()
      void client.invalidateQueries({ queryKey: factorKeys.all })
    },
  })
}

export interface Enrolment {
  factorId: string
  qrCode: string
  secret: string
}

async function forget(factorId: string): Promise<void> {
  await unwrap((await loadAuth()).mfa.unenroll({ factorId }))
}

/** Starts a new enrolment; unverified earlier ones are deleted first. */
export function useEnrol() {
  return useMutation({
    meta: quiet,
    async mutationFn(name: string): Promise<Enrolment> {
      // Auth allows a further app only shortly after a code of an existing app was entered.
      if (hasFactor(useSession.getState().user) && !(await askForFactor()))
        throw new AppError('mfa_required', 403)
      const unproved = (await listTotp()).filter(({ status }) => status === 'unverified')
      for (const { id } of unproved) await forget(id)
      const auth = await loadAuth()
      const { id: factorId, totp } = await unwrap(
        auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: ISSUER }),
      )
      return { factorId, qrCode: totp.qr_code, secret: totp.secret }
    },
  })
}

/** Removes a second factor. This requires its code, so that access to an open browser is not enough. */
export function useRemoveFactor(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    meta: quiet,
    async mutationFn(asked: { factorId: string; provedWith: string; code: string }) {
      await enterCode({ factorId: asked.provedWith, code: asked.code })
      await forget(asked.factorId)
      // The session gets a new token, with the rights that remain without the factor.
      await unwrap((await loadAuth()).refreshSession())
    },
    onSuccess: onDone,
    onSettled: () => void client.invalidateQueries({ queryKey: factorKeys.all }),
  })
}
