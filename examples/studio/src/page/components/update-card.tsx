import type { AccountInfo, UpdateInfo } from '../../shared/api.js'
import { AnswerForm } from './answer-form.js'
import { Avatar } from './avatar.js'
import { HideButton } from './hide-button.js'
import { Icon, type IconName } from './icon.js'
import { Moment } from './moment.js'

/** How each kind is drawn and said. Kinds that are not here are said in their own words. */
const KINDS: Readonly<Record<string, readonly [IconName, string]>> = {
  COMMENT_CREATED: ['comment', 'commented'],
  MENTION: ['mention', 'mentioned you'],
  MESSAGE_RECEIVED: ['message', 'wrote you a message'],
  FOLLOWED: ['follow', 'follows you'],
  REACTION_ADDED: ['like', 'likes your post'],
  REPOST_ADDED: ['repost', 'shared your post'],
  POST_DRAFTED: ['inbox', 'put the video into your drafts'],
  POST_PUBLISHED: ['send', 'published your post'],
  POST_FAILED: ['close', 'could not publish your post'],
  CONNECTION_REVOKED: ['close', 'ended the access to the account'],
  DATA_DELETION_REQUESTED: ['close', 'asked for everything about them to be deleted'],
  REVIEW_CREATED: ['spark', 'wrote a review'],
  REVIEW_UPDATED: ['pen', 'changed the review'],
  QUESTION_CREATED: ['spark', 'asked a question'],
}

/** One thing that happened, and where it is answered. */
export function UpdateCard(props: {
  readonly update: UpdateInfo
  readonly account: AccountInfo | undefined
  readonly notify: (text: string) => void
}) {
  const { update, account } = props
  const [icon, words] = KINDS[update.kind] ?? ['bell', update.kind.toLowerCase().replaceAll('_', ' ')]
  const name = update.actor?.name ?? 'Someone'
  return (
    <li class="card update" data-kind={update.kind}>
      <div class="byline">
        <span class="kind">
          <Avatar name={name} url={update.actor?.avatarUrl ?? null} />
          <Icon name={icon} />
        </span>
        <span>
          <strong title={update.actor?.handle ?? undefined}>{name}</strong> {words}
        </span>
        <Moment at={update.at} />
      </div>
      {update.aboutText !== null && update.aboutText !== '' && <p class="about">{update.aboutText}</p>}
      {update.text !== null && update.text !== '' && <p class="text">{update.text}</p>}
      {update.answer !== null && (
        <p class="answer">
          <strong>{account?.name ?? 'You'}</strong> {update.answer}
        </p>
      )}
      <HideButton update={update} notify={props.notify} />
      {update.answer === null && update.canAnswer && (
        <AnswerForm update={update} name={name} notify={props.notify} />
      )}
    </li>
  )
}
