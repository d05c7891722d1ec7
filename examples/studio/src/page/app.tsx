import { useCallback, useEffect, useState } from 'preact/hooks'

import { AccountCard } from './components/account-card.js'
import { Composer } from './components/composer.js'
import { ConnectPanel } from './components/connect-panel.js'
import { Happenings } from './components/happenings.js'
import { Header } from './components/header.js'
import { Inbox } from './components/inbox.js'
import { Notices, useNotices } from './components/notices.js'
import { OpeningHoursForm } from './components/opening-hours.js'
import { PostList } from './components/post-list.js'
import { type View, ViewBar } from './components/view-bar.js'
import { useSignIn } from './use-sign-in.js'
import { useStudio } from './use-studio.js'

/** What the address says after a sign-in; said once, then taken out of it. */
function useOutcome(notify: (text: string) => void, onConnected: (id: string) => void) {
  useEffect(() => {
    const params = new URLSearchParams(location.search)
    const connected = params.get('connected')
    const problem = params.get('problem')
    if (connected !== null) onConnected(connected)
    if (problem !== null) notify(problem)
    if (params.size > 0) history.replaceState(null, '', location.pathname)
  }, [notify, onConnected])
}

/** The whole page. */
export function App() {
  const { notices, notify, dismiss } = useNotices()
  const { state, isLive } = useStudio(notify)
  const [picked, pick] = useState(() => localStorage.getItem('account'))
  const [isConnecting, setConnecting] = useState(false)
  const [view, setView] = useState<View>('compose')
  const onConnected = useCallback((id: string) => {
    pick(id)
    setConnecting(false)
  }, [])
  useOutcome(notify, onConnected)
  const signIn = useSignIn(onConnected)
  useEffect(() => {
    if (picked !== null) localStorage.setItem('account', picked)
  }, [picked])

  const account = state?.accounts.find(({ id }) => id === picked) ?? state?.accounts[0] ?? null
  const network = state?.networks.find(({ name }) => name === account?.network)
  const isAsking = account === null || isConnecting || signIn.pending !== null
  const connectForm = state !== null && isAsking && (
    <ConnectPanel
      networks={state.networks}
      signIn={signIn}
      onCancel={account === null ? null : () => setConnecting(false)}
    />
  )

  return (
    <>
      <Header
        accounts={state?.accounts ?? []}
        networks={state?.networks ?? []}
        account={account}
        isLive={isLive}
        onPick={pick}
        onConnect={() => setConnecting(true)}
      />
      <Notices notices={notices} dismiss={dismiss} />
      <main data-view={view} data-welcome={account === null}>
        {state === null && <p aria-busy="true">Opening the studio</p>}
        <section class="panel compose" aria-label="Compose">
          {connectForm}
          {account !== null && network !== undefined && (
            <>
              <Composer
                key={account.id}
                account={account}
                network={network}
                notify={notify}
                onPublished={() => setView('posts')}
              />
              {network.hasListing && (
                <OpeningHoursForm key={`hours ${account.id}`} accountId={account.id} notify={notify} />
              )}
              <Happenings account={account} network={network} notify={notify} />
              <AccountCard
                account={account}
                network={network}
                spending={state?.spending.filter((one) => one.network === account.network) ?? []}
                onConnect={() => setConnecting(true)}
                notify={notify}
              />
            </>
          )}
        </section>
        {state !== null && account !== null && (
          <>
            <section class="panel posts" aria-labelledby="posts">
              <h2 id="posts">Posts</h2>
              <PostList state={state} notify={notify} />
            </section>
            <section class="panel inbox" aria-labelledby="inbox">
              <h2 id="inbox">Inbox</h2>
              <Inbox state={state} notify={notify} />
            </section>
          </>
        )}
      </main>
      {account !== null && (
        <ViewBar
          view={view}
          waiting={state?.updates.filter(({ canAnswer, answer }) => canAnswer && answer === null).length ?? 0}
          onView={setView}
        />
      )}
    </>
  )
}
