import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

import { PlainTextWriter } from './plain-text-writer.js'
import type { HtmlContext, PlainText } from './plain-text.js'
import { toTextLink } from './text-link.js'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** Elements that stand on a line of their own; `p` also has an empty line around it. */
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main ol pre section table tr ul'.split(
    ' ',
  ),
)

/** What is still to be visited: a node, or what has to happen once an element is through. */
type Step = { readonly visit: Node } | { readonly leave: () => void }

/** Value of an attribute; '' when there is none. */
function attribute(element: Element, name: string): string {
  return element.attrs.find((one) => one.name === name)?.value ?? ''
}

function wordsOf(value: string): readonly string[] {
  return value.split(/\s+/)
}

/** Scheme and tail of a long link are there for copying, not for reading; a quote's fallback link doubles the quote. */
function isLeftOut(element: Element, classes: readonly string[], context: HtmlContext): boolean {
  if (element.tagName === 'script' || element.tagName === 'style') return true
  if (classes.includes('invisible') && context.withInvisible !== true) return true
  return context.withoutQuoteLink && classes.includes('quote-inline')
}

/** Does what the start of an element asks for; gives back what its end asks for. */
function enter(
  element: Element,
  classes: readonly string[],
  writer: PlainTextWriter,
  context: HtmlContext,
): () => void {
  const { tagName } = element
  if (tagName === 'p') {
    writer.breakLine(2)
    return () => writer.breakLine(2)
  }
  if (tagName === 'a') {
    const part = writer.startPart()
    return () => {
      const range = writer.endPart(part)
      const url = attribute(element, 'href')
      const isTag = classes.includes('hashtag') || wordsOf(attribute(element, 'rel')).includes('tag')
      const link = toTextLink({ ...range, url, isTag, isMention: classes.includes('mention') }, context)
      if (link) writer.links.push(link)
    }
  }
  if (!BLOCKS.has(tagName)) return () => {}
  writer.breakLine(1)
  const wasVerbatim = writer.isVerbatim
  if (tagName === 'pre') writer.isVerbatim = true
  return () => {
    writer.isVerbatim = wasVerbatim
    writer.breakLine(1)
  }
}

/**
 * Turns the HTML of a status into plain text. Walks without recursion: how deep it is nested is up to strangers.
 *
 * @param html - As the server sent it.
 * @param context - Who is mentioned, and whether a quote's fallback link is left out.
 */
export function readHtml(html: string, context: HtmlContext): PlainText {
  const writer = new PlainTextWriter()
  const steps: Step[] = parseFragment(html)
    .childNodes.map((visit) => ({ visit }))
    .toReversed()
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('leave' in step) {
      step.leave()
      continue
    }
    const node = step.visit
    if ('value' in node) writer.write(node.value)
    if (!('tagName' in node)) continue
    if (node.tagName === 'br') writer.addBreak()
    const classes = wordsOf(attribute(node, 'class'))
    if (isLeftOut(node, classes, context)) continue
    steps.push({ leave: enter(node, classes, writer, context) })
    for (const child of node.childNodes.toReversed()) steps.push({ visit: child })
  }
  return { text: writer.text, links: writer.links }
}
