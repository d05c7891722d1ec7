import { useCallback, useEffect, useState } from 'preact/hooks'

import { type ViewName, VIEWS } from '../shared/views.js'
import { texts } from './texts.js'

function readAddress(): ViewName {
  const name = location.pathname.slice(1)
  return VIEWS.find((view) => view === name) ?? 'compose'
}

/**
 * Returns the view in the page's URL, and the function that opens another view. The browser's back
 * button also changes the view.
 */
export function useView(): readonly [ViewName, (view: ViewName) => void] {
  const [view, setView] = useState(readAddress)
  useEffect(() => {
    const follow = () => setView(readAddress())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  useEffect(() => {
    document.title = `${texts.views[view]} · ${texts.app.name}`
  }, [view])
  const go = useCallback((next: ViewName) => {
    if (next !== readAddress()) history.pushState(null, '', `/${next}`)
    setView(next)
    scrollTo({ top: 0 })
  }, [])
  return [view, go]
}
