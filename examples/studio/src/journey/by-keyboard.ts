import type { Locator, Page } from 'playwright-core'

/** More stops than any view has. */
const MAX_STOPS = 300

/** What is used here of an element, in the page: there are no types of browsers on this side. */
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

/** Whether an element has the focus, and whether a person can see that: on itself, or on what stands around it. */
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
 * Goes to an element with the Tab key alone, as somebody does who has no mouse.
 *
 * @throws Error for what the key never reaches, and for a stop that nobody can see.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    const focus = await target.evaluate(focusOf)
    if (focus === 'SEEN') return
    if (focus === 'HIDDEN') throw new Error(`Nobody can see that ${String(target)} has the focus.`)
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key never reaches ${String(target)}.`)
}

/** Goes there and presses it. */
export async function tabAndPress(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Goes there and types. */
export async function tabAndType(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
