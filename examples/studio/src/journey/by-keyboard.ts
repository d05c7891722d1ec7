import type { Locator, Page } from 'playwright-core'

/** Maximum number of Tab presses. More than the number of focusable elements in any view. */
const MAX_STOPS = 300

/** Members of a DOM element that this file uses. The DOM types are not available here. */
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

/**
 * Returns whether an element has the focus, and whether the focus is visible on the element or on
 * an ancestor.
 */
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
 * Moves the focus to an element with the Tab key only.
 *
 * @throws Error if the Tab key does not reach the element, or if the focus is invisible on the way
 * to it.
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

/** Moves the focus to an element with the Tab key, then activates the element with a key. */
export async function tabAndPress(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Moves the focus to a field with the Tab key, then types a text. */
export async function tabAndType(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
