import { useEffect, useState } from 'preact/hooks'

import type { AccountInfo, AllowanceInfo, SpendingInfo } from '../../../shared/accounts.js'
import type { NetworkInfo } from '../../../shared/networks.js'
import { Moment } from '../../components/moment.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { accountsApi } from './api.js'

/** Loads the remaining limits of an account. Returns null until the response arrives. */
function useAllowance(accountId: string, notify: (text: string) => void): AllowanceInfo | null {
  const [allowance, setAllowance] = useState<AllowanceInfo | null>(null)
  useEffect(() => {
    let isCurrent = true
    accountsApi.allowance(accountId).then(
      (found) => isCurrent && setAllowance(found),
      (error: unknown) => isCurrent && notify(messageOf(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [accountId, notify])
  return allowance
}

function leftOf(allowance: AllowanceInfo): readonly string[] {
  const { postsLeftToday, requests, maxTextLength, maxImages } = allowance
  const left = texts.accounts
  return [
    postsLeftToday !== null && left.postsToday(postsLeftToday),
    requests !== null && requests.remaining !== null && left.requests(requests.remaining, requests.limit),
    maxTextLength !== null && left.longest(maxTextLength),
    maxImages !== null && maxImages > 0 && left.images(maxImages),
  ].filter((one): one is string => one !== false)
}

function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <ul class="names">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

function Budget({ spent, limit, bucket }: SpendingInfo) {
  const text = texts.accounts.spent(spent.toLocaleString('en'), limit.toLocaleString('en'), bucket)
  return (
    <div class="budget">
      <meter min={0} max={limit} high={limit * 0.8} value={spent} aria-label={text} />
      <span>{text}</span>
    </div>
  )
}

/** Shows the token, scopes, abilities and remaining limits of an account. */
export function AccountFacts(props: {
  readonly account: AccountInfo
  readonly network: NetworkInfo | undefined
  readonly spending: readonly SpendingInfo[]
  readonly notify: (text: string) => void
}) {
  const { account, network, spending } = props
  const allowance = useAllowance(account.id, props.notify)
  const left = allowance === null ? [] : leftOf(allowance)
  const { accessExpiresAt, refreshExpiresAt, scopes } = account
  return (
    <dl class="facts">
      <dt>{texts.accounts.token}</dt>
      <dd>
        {accessExpiresAt === null ? texts.accounts.lasts : texts.accounts.runsOut}{' '}
        {accessExpiresAt !== null && <Moment at={accessExpiresAt} />}
        {refreshExpiresAt !== null && (
          <>
            {', '}
            {texts.accounts.renewable} <Moment at={refreshExpiresAt} />
          </>
        )}
      </dd>
      <dt>{texts.accounts.left}</dt>
      <dd aria-busy={allowance === null}>
        {allowance !== null && left.length + spending.length === 0 && texts.accounts.silent}
        {left.length > 0 && <Names names={left} />}
        {spending.map((one) => (
          <Budget key={one.bucket} {...one} />
        ))}
      </dd>
      <dt>{texts.accounts.scopes}</dt>
      <dd>{scopes.length === 0 ? texts.accounts.noScopes : <Names names={scopes} />}</dd>
      <dt>{texts.accounts.can}</dt>
      <dd>
        <Names names={(network?.abilities ?? []).flatMap((name) => texts.accounts.abilities[name] ?? [])} />
      </dd>
    </dl>
  )
}
