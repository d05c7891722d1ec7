import { Icon, type IconName } from './icon.js'

/** The three parts of the page; on a phone one at a time. */
export type View = 'compose' | 'posts' | 'inbox'

const VIEWS: readonly (readonly [View, IconName, string])[] = [
  ['compose', 'pen', 'Compose'],
  ['posts', 'posts', 'Posts'],
  ['inbox', 'inbox', 'Inbox'],
]

/** Switches between the parts of the page; only shown where they do not fit side by side. */
export function ViewBar(props: {
  readonly view: View
  /** Updates that wait for an answer. */
  readonly waiting: number
  readonly onView: (view: View) => void
}) {
  return (
    <nav class="view-bar" aria-label="Parts of the page">
      {VIEWS.map(([view, icon, words]) => (
        <button
          key={view}
          type="button"
          aria-current={props.view === view ? 'page' : undefined}
          onClick={() => props.onView(view)}
        >
          <Icon name={icon} />
          {words}
          {view === 'inbox' && props.waiting > 0 && (
            <span class="badge">
              {props.waiting}
              <span class="hidden"> waiting for an answer</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}
