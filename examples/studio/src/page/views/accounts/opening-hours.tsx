import { useCallback, useEffect, useState } from 'preact/hooks'

import type { OpeningHours } from '../../../shared/accounts.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { accountsApi } from './api.js'

const DEFAULT_HOURS: OpeningHours = { opens: '08:00', closes: '18:00' }

/** Shows and changes the opening hours of a listing. */
export function OpeningHoursForm(props: {
  readonly accountId: string
  readonly notify: (text: string) => void
}) {
  const { accountId, notify } = props
  const [hours, setHours] = useState<OpeningHours | null>(null)
  const [isBusy, setBusy] = useState(true)
  const follow = useCallback(
    (request: Promise<OpeningHours | null>) => {
      setBusy(true)
      request
        .then((found) => setHours(found ?? DEFAULT_HOURS))
        .catch((error: unknown) => notify(messageOf(error)))
        .finally(() => setBusy(false))
    },
    [notify],
  )
  useEffect(() => follow(accountsApi.hours(accountId)), [accountId, follow])
  const { opens, closes } = hours ?? DEFAULT_HOURS
  const save = (event: Event) => {
    event.preventDefault()
    follow(accountsApi.setHours(accountId, { opens, closes }))
  }
  return (
    <form class="hours" aria-label={texts.accounts.hours} onSubmit={save}>
      <div class="chips">
        <label>
          {texts.accounts.opensAt}
          <input
            type="time"
            required
            value={opens}
            onInput={({ currentTarget }) => setHours({ opens: currentTarget.value, closes })}
          />
        </label>
        <label>
          {texts.accounts.closesAt}
          <input
            type="time"
            required
            value={closes}
            onInput={({ currentTarget }) => setHours({ opens, closes: currentTarget.value })}
          />
        </label>
      </div>
      <button type="submit" class="quiet" aria-busy={isBusy} disabled={isBusy}>
        {texts.accounts.changeListing}
      </button>
    </form>
  )
}
