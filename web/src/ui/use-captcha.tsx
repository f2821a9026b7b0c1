import { Alert, Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { loadCaptcha, type CaptchaApi } from '@/lib/api/captcha.ts'
import { env } from '@/lib/env.ts'

interface Check {
  /** The captcha, to render above the form's button; nothing if none is configured. */
  field: ReactNode
  /** Runs an action with the captcha's token, which is valid once. Without a token it shows a message instead. */
  withToken: (act: (captchaToken: string | undefined) => void) => void
}

/** Hook for a form with a captcha, if a service for it is configured. */
export function useCaptcha(): Check {
  const { t } = useTranslation('auth')
  const [token, setToken] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [round, setRound] = useState(0)

  if (!env.captcha) return { field: null, withToken: (act) => act(undefined) }
  return {
    field: (
      <div>
        <Widget key={round} onToken={setToken} />
        {isMissing && !token && (
          <Alert color="red" role="alert" mt="xs">
            {t('captcha.missing')}
          </Alert>
        )}
      </div>
    ),
    withToken(act) {
      setMissing(!token)
      if (!token) return
      setToken(null)
      setRound(round + 1)
      act(token)
    },
  }
}

function Widget({ onToken }: { onToken: (token: string | null) => void }) {
  const { t } = useTranslation(['auth', 'common'])
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)

  const show = useCallback(
    (api: CaptchaApi): (() => void) => {
      if (!place.current || !env.captcha) return () => {}
      const widget = api.render(place.current, {
        sitekey: env.captcha.siteKey,
        theme: document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light',
        callback: onToken,
        'expired-callback': () => onToken(null),
        'error-callback': () => setFailed(true),
      })
      return () => api.remove(widget)
    },
    [onToken],
  )

  useEffect(() => {
    if (failed || !env.captcha) return undefined
    let remove: (() => void) | null = null
    let isGone = false
    loadCaptcha(env.captcha).then(
      (api) => {
        if (!isGone) remove = show(api)
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      remove?.()
    }
  }, [failed, show])

  if (!failed) return <div ref={place} />
  return (
    <Alert color="red" role="alert">
      {t('captcha.failed')}
      <Button variant="default" size="xs" mt="xs" display="block" onClick={() => setFailed(false)}>
        {t('common:retry')}
      </Button>
    </Alert>
  )
}
