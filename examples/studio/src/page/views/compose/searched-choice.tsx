/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a select shows nothing to type into, a datalist matches labels itself, and the focus stays in the field (aria-activedescendant) */
import Combobox from '@github/combobox-nav'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

import type { OptionChoice } from '../../../shared/networks.js'
import { texts } from '../../texts.js'
import { type Found, useSearch } from './use-search.js'

function notifyOf(typed: string, found: Found | null): string {
  if (typed === '') return ''
  if (found === null) return texts.compose.searching
  return found.choices.length === 0 ? texts.compose.nothingFound : texts.compose.found(found.choices.length)
}

/**
 * Search field with a list of results, after the combobox pattern of WAI-ARIA. Results are
 * selected with the arrow keys and Enter, or with the pointer. Typed text without a selection
 * becomes the value, so that a person can enter an id.
 */
export function SearchedChoice(props: {
  readonly label: string
  readonly value: string
  /** Error message of the check for this field. Null if the field is valid. */
  readonly problem: string | null
  readonly search: (typed: string) => Promise<readonly OptionChoice[]>
  readonly onChange: (value: string | undefined) => void
}) {
  const { label, value, problem, onChange } = props
  const id = useId()
  const [chosen, setChosen] = useState<OptionChoice | null>(null)
  /** Search text. Null if no search is open. */
  const [typed, setTyped] = useState<string | null>(null)
  const found = useSearch(typed?.trim() ?? '', props.search)
  const choices = found?.choices ?? []
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [combobox, setCombobox] = useState<Combobox | null>(null)
  const isOpen = typed !== null && choices.length > 0
  const shown = typed ?? (chosen?.value === value ? chosen.label : value)
  const trouble = problem ?? found?.problem ?? null

  // The combobox library sets the ARIA roles and states, and handles the arrow keys in the open
  // list.
  useEffect(() => {
    const [input, options] = [field.current, list.current]
    if (input === null || options === null) return undefined
    const made = new Combobox(input, options, { tabInsertsSuggestions: false })
    setCombobox(made)
    return () => made.destroy()
  }, [])
  useEffect(() => {
    if (!isOpen) return undefined
    combobox?.start()
    return () => combobox?.stop()
  }, [isOpen, found, combobox])

  const choose = (choice: OptionChoice): void => {
    setChosen(choice)
    setTyped(null)
    onChange(choice.value)
  }
  const leave = (): void => {
    if (typed === null) return
    setTyped(null)
    onChange(typed.trim() === '' ? undefined : typed.trim())
  }
  useEffect(() => {
    const options = list.current
    const commit = ({ target }: Event): void => {
      const at = target instanceof HTMLElement ? Number(target.dataset['at']) : -1
      const choice = found?.choices[at]
      if (choice !== undefined) choose(choice)
    }
    options?.addEventListener('combobox-commit', commit)
    return () => options?.removeEventListener('combobox-commit', commit)
  })

  return (
    <div class="option searched">
      <label htmlFor={`${id}field`}>{label}</label>
      <input
        id={`${id}field`}
        ref={field}
        aria-invalid={trouble === null ? undefined : true}
        aria-describedby={trouble === null ? undefined : `${id}problem`}
        autocomplete="off"
        placeholder={texts.compose.typeToSearch}
        value={shown}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== null) setTyped(null)
          // Enter selects a result, so Enter must not submit the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
        onBlur={leave}
      />
      <div id={`${id}list`} ref={list} role="listbox" class="found-list" aria-label={label} hidden={!isOpen}>
        {choices.map((choice, at) => (
          <div
            key={choice.value}
            id={`${id}${at}`}
            role="option"
            aria-selected={false}
            class="found"
            data-at={at}
            // A mouse press must not move the focus from the field to the result.
            onMouseDown={(event) => event.preventDefault()}
          >
            {choice.label}
          </div>
        ))}
      </div>
      <output class="hint">{notifyOf(typed?.trim() ?? '', found)}</output>
      {trouble !== null && (
        <p class="refusal" id={`${id}problem`}>
          {trouble}
        </p>
      )}
    </div>
  )
}
