import type { AccountInfo } from '../../../shared/accounts.js'
import { type Composition, draftFor, filesFor, partField } from '../../../shared/compose.js'
import type { NetworkInfo } from '../../../shared/networks.js'
import { Avatar } from '../../components/avatar.js'
import { Moment } from '../../components/moment.js'
import { NetworkBadge } from '../../components/network-badge.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import { networkOf } from '../../view-props.js'
import { FileThumb } from './draft-files.js'

const MARKED = /(https?:\/\/\S+|[@#][\p{L}\p{N}_][\p{L}\p{N}_.@-]*)/u

/** Shows a text with highlighted URLs, names and tags. */
function Marked({ text }: { readonly text: string }) {
  const parts = text.split(MARKED).map((part, at) => ({ key: `${at} ${part}`, part, isMarked: at % 2 === 1 }))
  return (
    <p class="text">
      {parts.map(({ key, part, isMarked }) => (isMarked ? <mark key={key}>{part}</mark> : part))}
    </p>
  )
}

/** Returns the main element of a network's posts. */
function shapeOf(network: NetworkInfo): 'text' | 'picture' | 'video' {
  if (network.features.includes('POST_TEXT')) return 'text'
  return network.features.includes('POST_IMAGE') ? 'picture' : 'video'
}

function Preview(props: {
  readonly account: AccountInfo
  readonly network: NetworkInfo
  readonly draft: Composition
}) {
  const { account, network, draft } = props
  const { text, options, more = [] } = draftFor(draft, account.id)
  const files = filesFor(draft, account.id)
  const shape = shapeOf(network)
  const title = options['title']
  const media = files.length > 0 && (
    <ul class="files" data-count={Math.min(files.length, 4)}>
      {files.slice(0, 4).map((file) => (
        <li key={file.id}>
          <FileThumb file={file} />
        </li>
      ))}
    </ul>
  )
  return (
    <article
      class="card preview"
      data-shape={shape}
      aria-label={texts.compose.previewOf(account.name, network.displayName)}
    >
      {shape === 'video' && media}
      <div class="byline">
        <Avatar name={account.name} url={account.avatarUrl} />
        <strong>{account.name}</strong>
        <NetworkBadge network={network} />
        {draft.publishAt !== null && <Moment at={draft.publishAt} />}
      </div>
      {shape === 'picture' && media}
      {typeof title === 'string' && <h3>{title}</h3>}
      {text.trim() !== '' && <Marked text={text} />}
      {shape === 'text' && media}
      {more.map((part, place) => (
        <div key={partField(place)} class="preview-part">
          <Marked text={part} />
        </div>
      ))}
    </article>
  )
}

/** Shows approximately how each network displays the post. */
export function Previews(props: {
  readonly state: StudioState
  readonly draft: Composition
  readonly accounts: readonly AccountInfo[]
  readonly isEmpty: boolean
}) {
  if (props.isEmpty || props.accounts.length === 0) return <p class="empty">{texts.compose.nothingYet}</p>
  return (
    <>
      {props.accounts.map((account) => {
        const network = networkOf(props.state, account.id)
        return (
          network !== undefined && (
            <Preview key={account.id} account={account} network={network} draft={props.draft} />
          )
        )
      })}
    </>
  )
}
