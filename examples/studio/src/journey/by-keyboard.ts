import type { Locator, Page } from 'playwright-core'

/** Maximum number of Tab presses. No view has more stops. */
const MAX_STOPS = 300

/** Used members of a DOM element. The DOM types are not available in this file. */
interface InPage {
  readonly ownerDocument: {
    readonly activeElement: InPage | null
    readonly defaultView: {
      getComputedStyle(one: InPage): Readonly<Record<'outlineStyle' | 'outlineWidth' | 'boxShadow', string>>
    }
  }
  readonly parentElement: InPage | null
  matches(selector: string): boolean
  closest(selector: string): InPage | null
}

/** Tests whether an element has the focus, and whether the focus is visible on the element or on an ancestor. */
function focusOf(element: InPage): 'NONE' | 'HIDDEN' | 'SEEN' {
  const { activeElement, defaultView } = element.ownerDocument
  if (activeElement !== element) return 'NONE'
  const around = [element, element.parentElement, element.closest('label'), element.closest('.composer')]
  const isSeen = around.some((one) => {
    if (one === null) return false
    const { outlineStyle, outlineWidth, boxShadow } = defaultView.getComputedStyle(one)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
  return isSeen && element.matches(':focus-visible') ? 'SEEN' : 'HIDDEN'
}

/**
 * Moves to an element with the Tab key only.
 *
 * @throws Error if the Tab key does not reach the element, or if a focused element on the way is not visible.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    const focus = await target.evaluate(focusOf)
    if (focus === 'SEEN') return
    if (focus === 'HIDDEN') throw new Error(`The focus on the way to ${String(target)} is not visible.`)
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${String(target)}.`)
}

/** Moves to an element with the Tab key and presses it with a key. */
export async function tabAndPress(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Moves to a field with the Tab key and types a text. */
export async function tabAndType(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
