import { findPerson, mentionedIn } from '../people/people.js'
import type { Post } from '../records.js'
import type { XState } from '../state.js'
import { invalid } from '../wire/problems.js'

/** Maximum length of a query. https://docs.x.com/x-api/posts/search-recent-posts (read 2026-11-22) */
const MAX_QUERY_LENGTH = 512

type Matcher = (state: XState, post: Post) => boolean

const OPERATORS: Readonly<Record<string, (value: string) => Matcher>> = {
  conversation_id:
    (value) =>
    (_, { conversationId }) =>
      conversationId === value,
  in_reply_to_tweet_id:
    (value) =>
    (_, { repliedToId }) =>
      repliedToId === value,
  quotes_of_tweet_id:
    (value) =>
    (_, { quotedId }) =>
      quotedId === value,
  from:
    (value) =>
    (state, { authorId }) =>
      findPerson(state, value)?.id === authorId,
  to:
    (value) =>
    (state, { repliedToId }) =>
      repliedToId !== null && state.posts.get(repliedToId)?.authorId === findPerson(state, value)?.id,
  is:
    (value) =>
    (_, { repliedToId, quotedId }) =>
      value === 'reply' ? repliedToId !== null : value === 'quote' && quotedId !== null,
}

function readTerm(term: string): Matcher {
  if (term.startsWith('-')) {
    const fits = readTerm(term.slice(1))
    return (state, post) => !fits(state, post)
  }
  const [, name = '', value = ''] = /^([a-z_]+):(.+)$/.exec(term) ?? []
  if (name !== '') {
    const operator = OPERATORS[name]
    if (operator === undefined)
      throw invalid(`There were errors processing your request: Reference to invalid operator '${name}'.`, {
        query: [term],
      })
    return operator(value)
  }
  if (term.startsWith('@'))
    return (state, { text }) => mentionedIn(state, text).some(({ username }) => `@${username}` === term)
  return (_, { text }) => text.toLowerCase().includes(term.toLowerCase())
}

/** Parses a search query. A post must match all terms. */
export function readQuery(query: string): Matcher {
  const terms = query.split(/\s+/).filter(Boolean)
  if (terms.length === 0 || query.length > MAX_QUERY_LENGTH)
    throw invalid(`The \`query\` must have 1 to ${MAX_QUERY_LENGTH} characters`, {
      query: [query.slice(0, 50)],
    })
  const all = terms.map((term) => readTerm(term))
  return (state, post) => all.every((fits) => fits(state, post))
}
