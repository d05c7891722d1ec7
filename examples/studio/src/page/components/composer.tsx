import { useState } from 'preact/hooks'

import type { AccountInfo, NetworkInfo } from '../../shared/api.js'
import { useChoices } from '../use-choices.js'
import { useCount, useLimits } from '../use-count.js'
import { useDraft } from '../use-draft.js'
import { ComposerTools } from './composer-tools.js'
import { DraftFiles } from './draft-files.js'
import { OptionFields } from './option-fields.js'
import { SchedulePicker } from './schedule-picker.js'

/** Where a post is written: words, files, a time, and whatever else the network lets one choose. */
export function Composer(props: {
  readonly account: AccountInfo
  readonly network: NetworkInfo
  readonly notify: (text: string) => void
  readonly onPublished: () => void
}) {
  const { account, network, notify } = props
  const { draft, change, changeFile, addFile, publish } = useDraft(account, notify)
  const limits = useLimits(account.id, notify)
  const length = useCount(account.id, draft.text, draft.options)
  const choices = useChoices(account.id, notify)
  // What the network insists on is asked for right away.
  const asks = network.options.filter(({ name, required }) => required || choices[name] !== undefined)
  const atFirst = asks.length > 0 ? 'options' : null
  const [chosen, setOpen] = useState<'schedule' | 'options' | null | undefined>()
  const open = chosen === undefined ? atFirst : chosen
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const most = limits?.maxTextLength ?? null
  const isTooLong = length !== null && most !== null && length > most
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0
  const isUploading = draft.files.some(({ upload }) => upload === null)
  const isUnanswered = asks.some(({ name }) => draft.options[name] === undefined)
  const isReady = !isEmpty && !isTooLong && !isUploading && !isUnanswered && !isBusy

  const addFiles = (files: FileList | null | undefined) => {
    for (const file of files ?? []) void addFile(file)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!isReady) return
    setBusy(true)
    try {
      await publish()
      props.onPublished()
      setOpen(undefined)
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      class="card composer"
      data-over={isOver}
      onSubmit={(event) => void submit(event)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        addFiles(event.dataTransfer?.files)
      }}
      onPaste={(event) => addFiles(event.clipboardData?.files)}
    >
      <label class="words">
        <span class="label">New post</span>
        <textarea
          rows={4}
          placeholder="What is new?"
          aria-invalid={isTooLong || undefined}
          value={draft.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
          }}
        />
      </label>
      <DraftFiles files={draft.files} onChange={changeFile} />
      {open === 'schedule' && (
        <SchedulePicker value={draft.publishAt} onChange={(publishAt) => change({ publishAt })} />
      )}
      {open === 'options' && (
        <OptionFields
          fields={network.options}
          choices={choices}
          values={draft.options}
          onChange={(options) => change({ options })}
        />
      )}
      <ComposerTools
        network={network}
        length={length}
        most={most}
        open={open}
        onOpen={setOpen}
        onFiles={addFiles}
        isScheduled={draft.publishAt !== ''}
        chosenOptions={Object.keys(draft.options).length}
        isReady={isReady}
        isBusy={isBusy}
      />
      <p class="drop-hint" aria-hidden="true">
        Drop it here
      </p>
    </form>
  )
}
