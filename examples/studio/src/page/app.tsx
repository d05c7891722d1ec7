import { useEffect } from 'preact/hooks'

import type { ViewName } from '../shared/views.js'
import { Header } from './components/header.js'
import { Notices, useNotices } from './components/notices.js'
import { texts } from './texts.js'
import { useStudio } from './use-studio.js'
import { useView } from './use-view.js'
import type { ViewProps } from './view-props.js'
import { VIEW_COMPONENTS } from './views.js'
import { useComposing } from './views/compose/use-composing.js'

/** Reads the account of a sign-in from the page's URL, then removes it from the URL. */
function useConnected(onConnected: (id: string) => void) {
  useEffect(() => {
    const params = new URLSearchParams(location.search)
    const connected = params.get('connected')
    if (connected !== null) onConnected(connected)
    if (params.size > 0) history.replaceState(null, '', location.pathname)
  }, [onConnected])
}

/** The whole page, with the header, the links to the views, and the current view. */
export function App() {
  const { notices, notify, dismiss } = useNotices()
  const { state, isLive } = useStudio(notify)
  const [view, go] = useView()
  const composing = useComposing(state, notify)
  useConnected(composing.pick)

  const isNew = state !== null && state.accounts.length === 0
  // Without an account, the page shows only the accounts view.
  const shown: ViewName = isNew ? 'accounts' : view
  const View = VIEW_COMPONENTS[shown]
  const props: ViewProps | null = state && {
    state,
    composing,
    notify,
    isLive,
    go,
    open: (draft) => {
      composing.open(draft)
      go('compose')
    },
  }

  return (
    <>
      <a class="skip" href="#content">
        {texts.app.skip}
      </a>
      <Header state={state} view={shown} isLive={isLive} go={go} />
      <main id="content" tabIndex={-1} data-view={shown} data-welcome={isNew}>
        {props === null ? <p aria-busy="true">{texts.app.opening}</p> : <View {...props} />}
      </main>
      <Notices notices={notices} dismiss={dismiss} />
    </>
  )
}
