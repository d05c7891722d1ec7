import type { ViewName } from '../../shared/views.js'
import { texts } from '../texts.js'
import type { StudioState } from '../use-studio.js'
import { useTheme } from '../use-theme.js'
import { Icon } from './icon.js'
import { Tabs } from './tabs.js'

const THEME_ICONS = { auto: 'auto', light: 'sun', dark: 'moon' } as const

/** Header that shows the current view and whether the page is connected to the event stream. */
export function Header(props: {
  readonly state: StudioState | null
  readonly view: ViewName
  readonly isLive: boolean
  readonly go: (view: ViewName) => void
}) {
  const [theme, nextTheme] = useTheme()
  const unread = props.state?.updates.filter(({ isRead }) => !isRead).length ?? 0
  const isNew = props.state === null || props.state.accounts.length === 0
  return (
    <header class="top">
      <h1>
        <span class="mark" aria-hidden="true" />
        {texts.app.name}
      </h1>
      <output class="live" data-live={props.isLive}>
        {props.isLive ? texts.app.live : texts.app.reconnecting}
      </output>
      {!isNew && <Tabs view={props.view} unread={unread} go={props.go} />}
      <button
        type="button"
        class="quiet theme"
        onClick={nextTheme}
        aria-label={texts.app.colours(theme)}
        title={texts.app.colours(theme)}
      >
        <Icon name={THEME_ICONS[theme]} />
      </button>
    </header>
  )
}
