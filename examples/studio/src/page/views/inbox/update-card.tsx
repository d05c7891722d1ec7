import { useCallback, useState } from 'preact/hooks'

import type { UpdateInfo } from '../../../shared/inbox.js'
import { Avatar } from '../../components/avatar.js'
import { Icon, type IconName } from '../../components/icon.js'
import { Moment } from '../../components/moment.js'
import { NetworkBadge } from '../../components/network-badge.js'
import { ThreadView } from '../../components/thread-view.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { accountOf, networkOf, type ViewProps } from '../../view-props.js'
import { AnswerForm } from './answer-form.js'
import { inboxApi } from './api.js'
import { labelForKind } from './filters.js'
import { UpdateActions } from './update-actions.js'

/** Icon of each update kind. */
const ICONS: Readonly<Record<string, IconName>> = {
  COMMENT_CREATED: 'comment',
  MENTION: 'mention',
  MESSAGE_RECEIVED: 'message',
  FOLLOWED: 'follow',
  REACTION_ADDED: 'like',
  REPOST_ADDED: 'repost',
  POST_DRAFTED: 'inbox',
  POST_PUBLISHED: 'send',
  REVIEW_CREATED: 'spark',
  REVIEW_UPDATED: 'pen',
  QUESTION_CREATED: 'spark',
}

/** Shows one update with its actions. */
export function UpdateCard(props: {
  readonly update: UpdateInfo
  /** True if the conversation of the update needs an answer to it. */
  readonly isOpen: boolean
  readonly view: ViewProps
}) {
  const { update, view } = props
  const { state, notify } = view
  const [isThreadOpen, setThreadOpen] = useState(false)
  const readThread = useCallback(() => inboxApi.thread(update.id), [update.id])
  const account = accountOf(state, update.accountId)
  const name = update.actor?.name ?? texts.app.someone
  const canAnswer = update.answer === null && update.actions.includes('REPLY') && !update.deleted
  const files = update.attachments.flatMap(({ url, altText }) => (url === null ? [] : [{ url, altText }]))
  const read = () => {
    if (!update.isRead) inboxApi.read([update.id]).catch((error: unknown) => notify(messageOf(error)))
  }
  return (
    <li class="card update" data-kind={update.kind} data-read={update.isRead}>
      <div class="byline">
        <span class="kind">
          <Avatar name={name} url={update.actor?.avatarUrl ?? null} />
          <Icon name={ICONS[update.kind] ?? 'bell'} />
        </span>
        <span class="who">
          <span>
            <strong title={update.actor?.handle ?? undefined}>{name}</strong> {labelForKind(update.kind)[1]}
          </span>
          <span class="at">
            {account?.name ?? texts.app.gone} <NetworkBadge network={networkOf(state, update.accountId)} />
            {props.isOpen && <span class="status open">{texts.inbox.openOnly}</span>}
          </span>
        </span>
        <Moment at={update.at} />
        {!update.isRead && (
          <button
            type="button"
            class="unread"
            aria-label={texts.inbox.markRead}
            title={texts.inbox.markRead}
            onClick={read}
          />
        )}
      </div>
      {update.aboutText !== null && update.aboutText !== '' && <p class="about">{update.aboutText}</p>}
      {update.text !== null && update.text !== '' && (
        <p class="text" data-gone={update.deleted}>
          {update.text}
        </p>
      )}
      {update.rating !== null && (
        <p class="rating">
          <span class="hidden">{texts.inbox.rating(update.rating)}</span>
          <span aria-hidden="true">{'★'.repeat(update.rating).padEnd(5, '☆')}</span>
        </p>
      )}
      {files.length > 0 && (
        <ul class="files" data-count={Math.min(files.length, 4)}>
          {files.map(({ url, altText }) => (
            <li key={url}>
              <img src={url} alt={altText ?? ''} loading="lazy" />
            </li>
          ))}
        </ul>
      )}
      {update.deleted && <p class="hint">{texts.inbox.deleted}</p>}
      {update.answer !== null && (
        <p class="answer">
          <strong>{account?.name ?? texts.app.you}</strong> {update.answer}
        </p>
      )}
      {canAnswer && <AnswerForm update={update} name={name} notify={notify} />}
      <UpdateActions
        update={update}
        isOpen={isThreadOpen}
        onThread={() => setThreadOpen(!isThreadOpen)}
        notify={notify}
      />
      {isThreadOpen && <ThreadView read={readThread} notify={notify} />}
    </li>
  )
}
