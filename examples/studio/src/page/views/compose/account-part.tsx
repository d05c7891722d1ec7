import { useState } from 'preact/hooks'

import type { AccountInfo } from '../../../shared/accounts.js'
import { type CheckInfo, draftFor, filesFor, issueAt } from '../../../shared/compose.js'
import type { NetworkInfo } from '../../../shared/networks.js'
import { Avatar } from '../../components/avatar.js'
import { Icon } from '../../components/icon.js'
import { NetworkBadge } from '../../components/network-badge.js'
import { Switch } from '../../components/switch.js'
import { texts } from '../../texts.js'
import { composeApi } from './api.js'
import { DraftFiles } from './draft-files.js'
import { OptionFields } from './option-fields.js'
import { TextCount } from './text-count.js'
import { useChoices } from './use-choices.js'
import type { Composing } from './use-composing.js'

/** Shows the problems of a field next to the field. */
function RefusalNote(props: {
  readonly id: string
  readonly check: CheckInfo | null
  readonly field: string
}) {
  const problem = issueAt(props.check, props.field)
  return problem === null ? null : (
    <p class="refusal" id={props.id}>
      {problem}
    </p>
  )
}

/**
 * Settings of a post for one account: text, files and network options, with the text length and
 * the check result.
 */
export function AccountPart(props: {
  readonly account: AccountInfo
  readonly network: NetworkInfo | undefined
  readonly composing: Composing
  readonly check: CheckInfo | null
  readonly isAlone: boolean
  readonly notify: (text: string) => void
}) {
  const { account, network, composing, check } = props
  const { draft, vary, setOptions } = composing
  const choices = useChoices(
    account.id,
    draft.options[account.id] ?? {},
    network?.abilities.includes('listChoices') === true,
    props.notify,
  )
  const [chosen, setChosen] = useState<boolean | null>(null)
  const variation = draft.variations[account.id] ?? {}
  const fields = network?.options ?? []
  // A required option opens the section with the options.
  const asks = fields.some(({ name, required }) => required || choices?.[name] !== undefined)
  const isOpen = chosen ?? asks
  const id = `part-${account.id}`
  const { text } = draftFor(draft, account.id)
  const isOwnText = variation.text !== undefined
  const isOwnFiles = variation.files !== undefined
  const { text: _text, ...withoutText } = variation
  const { files: _files, ...withoutFiles } = variation

  return (
    <section
      class="card part"
      data-refused={(check?.issues.length ?? 0) > 0}
      aria-label={`${account.name}, ${network?.displayName ?? ''}`}
    >
      <button
        type="button"
        class="part-head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
      >
        <Avatar name={account.name} url={account.avatarUrl} />
        <span class="who">
          {account.name}
          <NetworkBadge network={network} />
        </span>
        <TextCount length={check?.length ?? null} maxLength={check?.maxLength ?? null} />
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      {check !== null && check.note !== null && <p class="hint part-note">{check.note}</p>}
      {!isOpen &&
        check?.issues.map(({ field, text: problem }) => (
          <p key={`${field} ${problem}`} class="refusal">
            {problem}
          </p>
        ))}
      <div id={id} class="part-body" hidden={!isOpen}>
        <RefusalNote id={`${id} account`} check={check} field="account" />
        {!props.isAlone && (
          <Switch
            label={texts.compose.ownText}
            isOn={isOwnText}
            onChange={() => vary(account.id, isOwnText ? withoutText : { ...variation, text })}
          />
        )}
        {isOwnText && (
          <textarea
            rows={3}
            aria-label={texts.compose.ownTextLabel(account.name)}
            value={text}
            onInput={(event) => vary(account.id, { ...variation, text: event.currentTarget.value })}
          />
        )}
        <RefusalNote id={`${id} text`} check={check} field="text" />
        {draft.files.length > 0 && !props.isAlone && (
          <Switch
            label={texts.compose.ownFiles}
            isOn={isOwnFiles}
            onChange={() =>
              vary(
                account.id,
                isOwnFiles ? withoutFiles : { ...variation, files: draftFor(draft, account.id).media },
              )
            }
          />
        )}
        {isOwnFiles && (
          <DraftFiles
            files={filesFor(draft, account.id)}
            onChange={(files) =>
              vary(account.id, {
                ...variation,
                files: files.map((file) => ({ uploadId: file.id, altText: file.altText })),
              })
            }
          />
        )}
        <RefusalNote id={`${id} files`} check={check} field="files" />
        <RefusalNote id={`${id} publishAt`} check={check} field="publishAt" />
        {network !== undefined && fields.length > 0 && choices === null && <p aria-busy="true" />}
        {network !== undefined && fields.length > 0 && choices !== null && (
          <fieldset class="option-fields">
            <legend>{texts.compose.optionsOf(network.displayName)}</legend>
            <OptionFields
              fields={fields}
              choices={choices}
              values={draft.options[account.id] ?? {}}
              check={check}
              search={(option, typed) => composeApi.search(account.id, option, typed)}
              onChange={(options) => setOptions(account.id, options)}
            />
          </fieldset>
        )}
      </div>
    </section>
  )
}
