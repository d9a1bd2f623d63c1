import { limits } from '@postroad/core/platform/limits';
import { useState } from 'preact/hooks';
import { EditConflict } from '../content/edit-conflict.tsx';
import { textField, useWorkingRecord } from '../content/working-record.ts';
import { ActionButton } from '../operations/action-button.tsx';
import { mayCall } from '../operations/contracts.ts';
import { perform } from '../operations/perform.ts';
import { useRead } from '../platform/reads.ts';
import { Time } from '../platform/time.tsx';
import { timeZone } from '../platform/times.ts';
import { number, t } from '../platform/words.ts';
import type { Broadcast } from './broadcast.ts';
import { knownZones, localIn, momentIn } from './zone-times.ts';

/** Stands for the zone of each person among the names of zones. */
const ofEach = 'each';

/** When the last email is due, as the service reckons it. */
function End({ at }: { at: string | null | undefined }) {
  if (at === null || at === undefined) return null;
  return (
    <p>
      {t('broadcast.ends')}{' '}
      <strong>
        <Time at={at} />
      </strong>
    </p>
  );
}

type Paced = Pick<Broadcast, 'revision' | 'emails_per_hour'>;

const fields = [textField('emails_per_hour')];

/** So many emails an hour; empty for what the settings say. */
function Pace({ broadcast }: { broadcast: Broadcast }) {
  const { id, emails_per_hour: own } = broadcast;
  const work = useWorkingRecord<Paced, { emails_per_hour?: string }>(
    broadcast,
    async ({ emails_per_hour: text = '' }, { revision }) => {
      const pace = text.trim() === '' ? null : Number(text);
      const input = { broadcast_id: id, emails_per_hour: pace };
      return (await perform('update_broadcast', input, { ifRevision: [revision] })).broadcast;
    },
    {},
  );
  const { data } = useRead('get_settings', {});
  const known = data?.settings['sending.broadcast_emails_per_hour'];
  const usual = typeof known === 'number' ? known : undefined;
  const { emails_per_hour: begun } = work.base;
  const shown = work.edits.emails_per_hour ?? (begun === null ? '' : String(begun));
  return (
    <form
      class="stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (work.isEdited) void work.save();
      }}
    >
      <div class="timing-fields">
        <label class="field">
          <span class="label">{t('broadcast.pace')}</span>
          <input
            class="input"
            type="number"
            min={1}
            max={limits.broadcastEmailsPerHour}
            value={shown}
            placeholder={usual === undefined ? '' : number(usual)}
            disabled={!mayCall('update_broadcast')}
            onInput={({ currentTarget }) => work.edit({ emails_per_hour: currentTarget.value })}
          />
        </label>
        {work.isEdited && (
          <button type="submit" class="button">
            {t('action.save')}
          </button>
        )}
      </div>
      {own === null && usual !== undefined && (
        <p class="small quiet-text">{t('broadcast.usualPace', { n: usual })}</p>
      )}
      <EditConflict work={work} fields={fields} />
    </form>
  );
}

/** The arguments of a schedule: in the zone of the account, of each person, or of a place. */
function timeIn(zone: string, local: string) {
  if (zone === ofEach) return { send_at_local: local };
  const moment = zone === timeZone.value ? null : momentIn(zone, local);
  return { send_at: moment === null ? local : moment.toISOString() };
}

/** Asks when it is to leave, by which clock, and shows what that does before it is done. */
function Schedule({ broadcast: { id, send_at, send_at_local } }: { broadcast: Broadcast }) {
  const account = timeZone.value;
  const [zone, setZone] = useState(send_at_local === null ? account : ofEach);
  const [local, setLocal] = useState(
    send_at_local?.slice(0, 16) ?? (send_at === null ? '' : localIn(account, new Date(send_at))),
  );
  const moment = zone === ofEach || zone === account || local === '' ? null : momentIn(zone, local);
  return (
    <div class="stack-tight">
      <div class="timing-fields">
        <label class="field">
          <span class="label">{t('broadcast.when')}</span>
          <input
            class="input"
            type="datetime-local"
            value={local}
            onInput={({ currentTarget }) => setLocal(currentTarget.value)}
          />
        </label>
        <label class="field">
          <span class="label">{t('broadcast.zone')}</span>
          <select
            class="input"
            value={zone}
            onChange={({ currentTarget }) => setZone(currentTarget.value)}
          >
            <option value={account}>{t('broadcast.zoneAccount', { zone: account })}</option>
            <option value={ofEach}>{t('broadcast.zoneEach')}</option>
            <optgroup label={t('broadcast.zoneOther')}>
              {knownZones()
                .filter((one) => one !== account)
                .map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
            </optgroup>
          </select>
        </label>
        <ActionButton
          name="schedule_broadcast"
          input={{ broadcast_id: id, ...timeIn(zone, local) }}
          disabled={local === ''}
        >
          {t('broadcast.schedule')}
        </ActionButton>
      </div>
      {moment !== null && (
        <p class="small quiet-text">
          {t('broadcast.inAccountZone', { zone: account })} <Time at={moment.toISOString()} />
        </p>
      )}
      {zone === ofEach && <p class="small quiet-text">{t('broadcast.eachText')}</p>}
    </div>
  );
}

/** When it leaves and how fast, and when the last email is due then. */
export function PaceCard({ broadcast }: { broadcast: Broadcast }) {
  const { id, status, send_at, send_at_local, audience, progress, segment } = broadcast;
  const waits = status === 'draft' || status === 'scheduled';
  return (
    <section class="card stack-tight" aria-labelledby="broadcast-pace">
      <div class="card-head">
        <h2 id="broadcast-pace">{t('broadcast.timing')}</h2>
        {status === 'scheduled' && (
          <ActionButton name="unschedule_broadcast" input={{ broadcast_id: id }} class="compact">
            {t('broadcast.unschedule')}
          </ActionButton>
        )}
      </div>
      {status === 'scheduled' && send_at_local !== null && (
        <p>{t('broadcast.startsEach', { time: send_at_local.replace('T', ' ').slice(0, 16) })}</p>
      )}
      {status === 'scheduled' && send_at_local === null && send_at !== null && (
        <p>
          {t('broadcast.starts')}{' '}
          <strong>
            <Time at={send_at} />
          </strong>{' '}
          <span class="quiet-text">({timeZone.value})</span>
        </p>
      )}
      <End at={waits ? audience?.expected_finish_at : progress?.expected_finish_at} />
      <Pace broadcast={broadcast} />
      {waits && mayCall('schedule_broadcast') && segment !== null && (
        <Schedule key={`${send_at} ${send_at_local}`} broadcast={broadcast} />
      )}
    </section>
  );
}
