import { type ViewName, VIEWS } from '../../shared/views.js'
import { texts } from '../texts.js'
import { VIEW_ICONS } from '../views.js'
import { Icon } from './icon.js'

/**
 * Returns true for a click that opens the link in another tab or window. The browser handles these
 * clicks.
 */
const isElsewhere = (event: MouseEvent): boolean =>
  event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0

/**
 * Links to the views, each with its own URL. The links are at the top of the page, or at the
 * bottom on a phone.
 */
export function Tabs(props: {
  readonly view: ViewName
  readonly unread: number
  readonly go: (view: ViewName) => void
}) {
  return (
    <nav class="tabs" aria-label={texts.app.views}>
      {VIEWS.map((view) => (
        <a
          key={view}
          href={`/${view}`}
          aria-current={props.view === view ? 'page' : undefined}
          onClick={(event) => {
            if (isElsewhere(event)) return
            event.preventDefault()
            props.go(view)
          }}
        >
          <Icon name={VIEW_ICONS[view]} />
          <span>{texts.views[view]}</span>
          {view === 'inbox' && props.unread > 0 && (
            <span class="badge">
              <span aria-hidden="true">{props.unread > 99 ? '99+' : props.unread}</span>
              <span class="hidden"> {texts.app.unread(props.unread)}</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}
