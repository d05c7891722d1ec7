import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import type { ViewProps } from '../../view-props.js'
import { AccountPart } from './account-part.js'
import { AccountPicks } from './account-picks.js'
import { DraftList } from './draft-list.js'
import { Previews } from './previews.js'
import { PublishBar } from './publish-bar.js'
import { useChecks } from './use-checks.js'
import { isEmpty } from './use-composing.js'
import { usePublishing } from './use-publishing.js'
import { Writing } from './writing.js'

/** View that writes one post for one or more accounts. */
export function ComposeView({ state, composing, notify, go }: ViewProps) {
  const { draft } = composing
  const picked = state.accounts.filter(({ id }) => draft.accountIds.includes(id))
  const ids = picked.map(({ id }) => id)
  const checks = useChecks(draft, ids, notify)
  const empty = isEmpty(draft)
  const ready = ids.filter((id) => checks.byAccount[id]?.issues.length === 0)
  const isReady =
    !empty &&
    !checks.isStale &&
    composing.uploading.length === 0 &&
    ids.length > 0 &&
    ready.length === ids.length

  const { submit, isBusy } = usePublishing({
    draft,
    isReady,
    isAsking: checks.isStale,
    publish: async () => {
      try {
        await composing.publish(ids)
        go('posts')
      } catch (error) {
        notify(messageOf(error))
      }
    },
  })

  return (
    <form
      class="compose"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div class="column">
        <DraftList composing={composing} notify={notify} />
        <Writing
          state={state}
          composing={composing}
          picked={picked}
          checks={empty ? {} : checks.byAccount}
          onSubmit={submit}
        />
        <AccountPicks state={state} composing={composing} go={go} />
        {picked.map((account) => (
          <AccountPart
            key={account.id}
            account={account}
            network={state.networks.find(({ name }) => name === account.network)}
            composing={composing}
            check={empty ? null : (checks.byAccount[account.id] ?? null)}
            isAlone={picked.length === 1}
            notify={notify}
          />
        ))}
        <PublishBar
          isEmpty={empty}
          ready={ready.length}
          all={ids.length}
          isStale={checks.isStale}
          isReady={isReady}
          isBusy={isBusy}
          isLater={draft.publishAt !== null}
        />
      </div>
      <section class="column previews" aria-label={texts.compose.previews}>
        <h2>{texts.compose.previews}</h2>
        <Previews state={state} draft={draft} accounts={picked} isEmpty={empty} />
      </section>
    </form>
  )
}
