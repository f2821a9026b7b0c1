import { paths, withReturnTo } from '@/domain/paths.ts'

export const STEPS = ['select-role', 'choose-language', 'profile-setup'] as const
export type Step = (typeof STEPS)[number]

interface Progress {
  role: string | null
  language: string | null
}

/** The first step that is not complete. */
export function nextStep({ role, language }: Progress): Step {
  if (!role) return 'select-role'
  if (!language) return 'choose-language'
  return 'profile-setup'
}

/** True for complete steps and the first incomplete one. */
export function isReachable(step: Step, progress: Progress): boolean {
  return STEPS.indexOf(step) <= STEPS.indexOf(nextStep(progress))
}

export function stepPath(step: Step, returnTo: string | null): string {
  return withReturnTo(paths.onboarding(step), returnTo)
}

export function stepOf(path: string): Step | null {
  return STEPS.find((step) => paths.onboarding(step) === path) ?? null
}
