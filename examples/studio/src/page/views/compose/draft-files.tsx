import type { PostMedia } from '../../../shared/posts.js'
import { Icon } from '../../components/icon.js'
import { texts } from '../../texts.js'

/** Thumbnail of a draft's file. */
export function FileThumb({ file }: { readonly file: PostMedia }) {
  const address = `/api/uploads/${encodeURIComponent(file.id)}`
  return file.kind === 'VIDEO' ? (
    <video src={address} muted playsInline preload="metadata" aria-label={file.altText || file.name} />
  ) : (
    <img src={address} alt={file.altText || file.name} />
  )
}

function Tool(props: {
  readonly icon: 'up' | 'down' | 'close'
  readonly label: string
  readonly onClick: () => void
  readonly isDisabled?: boolean
}) {
  return (
    <button
      type="button"
      class="quiet"
      aria-label={props.label}
      title={props.label}
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  )
}

function FileRow(props: {
  readonly file: PostMedia
  readonly onDescribe: (altText: string) => void
  readonly onMove: ((by: -1 | 1) => void) | null
  readonly onRemove: (() => void) | null
  readonly isFirst: boolean
  readonly isLast: boolean
}) {
  const { file, onMove, onRemove } = props
  return (
    <li class="draft-file">
      <FileThumb file={file} />
      <label>
        <span class="label">
          {file.kind === 'VIDEO' ? texts.compose.showsVideo : texts.compose.showsPicture}
        </span>
        <textarea
          rows={2}
          placeholder={texts.compose.forBlind}
          value={file.altText}
          onInput={(event) => props.onDescribe(event.currentTarget.value)}
        />
      </label>
      <span class="file-tools">
        {onMove !== null && (
          <>
            <Tool
              icon="up"
              label={texts.compose.earlier(file.name)}
              onClick={() => onMove(-1)}
              isDisabled={props.isFirst}
            />
            <Tool
              icon="down"
              label={texts.compose.later(file.name)}
              onClick={() => onMove(1)}
              isDisabled={props.isLast}
            />
          </>
        )}
        {onRemove !== null && (
          <Tool icon="close" label={texts.compose.removeFile(file.name)} onClick={onRemove} />
        )}
      </span>
    </li>
  )
}

/** Lists the files of a draft in order, each with a field for its description. */
export function DraftFiles(props: {
  readonly files: readonly PostMedia[]
  readonly uploading?: readonly string[]
  readonly onChange: (files: readonly PostMedia[]) => void
  readonly canRemove?: boolean
}) {
  const { files, uploading = [], onChange } = props
  if (files.length + uploading.length === 0) return null
  const move = (at: number, by: -1 | 1) => {
    const next = [...files]
    const [file] = next.splice(at, 1)
    if (file !== undefined) next.splice(at + by, 0, file)
    onChange(next)
  }
  return (
    <ul class="draft-files">
      {files.map((file, at) => (
        <FileRow
          key={file.id}
          file={file}
          onDescribe={(altText) =>
            onChange(files.map((one) => (one.id === file.id ? { ...one, altText } : one)))
          }
          onMove={files.length > 1 ? (by) => move(at, by) : null}
          onRemove={
            props.canRemove === true ? () => onChange(files.filter(({ id }) => id !== file.id)) : null
          }
          isFirst={at === 0}
          isLast={at === files.length - 1}
        />
      ))}
      {uploading.map((name) => (
        <li key={name} class="uploading" aria-busy="true">
          {texts.compose.uploading(name)}
        </li>
      ))}
    </ul>
  )
}
