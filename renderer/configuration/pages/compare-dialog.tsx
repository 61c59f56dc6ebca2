import { Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { compareProfiles, listProfileVersions } from '../../../shared/contract/configuration/profiles.ts';
import type { ProfileSummary } from '../../../shared/contract/configuration/profiles.ts';
import type { SettingsRow } from '../../../shared/contract/configuration/settings/settings-rows.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useRowLabels } from '../../model/labels/row-labels.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

type Side = z.input<typeof compareProfiles.body>['left'];
type Props = {
  /** Null while closed. */
  profile: ProfileSummary | null;
  others: readonly ProfileSummary[];
  onClose: () => void;
};

/** Compares a profile with another one, or with an earlier version of itself. */
export function CompareDialog({ profile, others, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation('configure');
  return (
    <Dialog
      isOpen={profile !== null}
      onClose={onClose}
      size="xl"
      title={t('compare.title', { name: profile?.name ?? '' })}
    >
      {profile !== null && <Comparison profile={profile} others={others} />}
    </Dialog>
  );
}

function Comparison({ profile, others }: { profile: ProfileSummary; others: readonly ProfileSummary[] }) {
  const { t } = useTranslation('configure');
  const choices = useChoices(profile, others);
  const [chosen, setChosen] = useState<string | null>(null);
  const other = chosen ?? choices[0]?.value ?? null;
  return (
    <div className="stack wide">
      <Select
        label={t('compare.with')}
        data={[...choices]}
        value={other}
        allowDeselect={false}
        onChange={setChosen}
      />
      {choices.length === 0 && <p className="dim">{t('compare.none')}</p>}
      {other !== null && (
        <Compared key={other} profile={profile} other={other} otherName={labelOf(choices, other)} />
      )}
    </div>
  );
}

type Choice = { readonly value: string; readonly label: string };

function labelOf(choices: readonly Choice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? '';
}

/** Returns earlier versions of the profile, then the other profiles. */
function useChoices(profile: ProfileSummary, others: readonly ProfileSummary[]): readonly Choice[] {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const { reply } = useQuery((signal) =>
    call(listProfileVersions, { params: { profileId: profile.id }, signal }),
  );
  return [
    ...(reply?.items ?? [])
      .filter(({ version }) => version !== profile.version)
      .map(({ version, savedAt }) => ({
        value: `${profile.id} ${version}`,
        label: t('compare.version', { version, when: format.moment(Date.parse(savedAt)) }),
      })),
    ...others.filter(({ id }) => id !== profile.id).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

type ComparedProps = { profile: ProfileSummary; other: string; otherName: string };

function Compared({ profile, other, otherName }: ComparedProps): React.JSX.Element {
  const body = { left: { profileId: profile.id }, right: sideOf(other) };
  const { reply, refusal } = useQuery((signal) => call(compareProfiles, { body, signal }));
  if (refusal !== null) return <RefusalNote refusal={refusal} />;
  if (reply === null) return <Skeleton height={120} />;
  return <Rows rows={reply.rows} left={profile.name} right={otherName} />;
}

function sideOf(choice: string): Side {
  const [profileId, version] = choice.split(' ');
  return {
    ...(profileId === undefined ? {} : { profileId }),
    ...(version === undefined ? {} : { version: Number(version) }),
  };
}

type RowsProps = { rows: readonly SettingsRow[]; left: string; right: string };

function Rows({ rows, left, right }: RowsProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const labels = useRowLabels();
  const different = rows.filter(({ kind }) => kind !== 'same');
  return (
    <>
      <p role="status">{t('compare.differences', { count: different.length })}</p>
      {different.length > 0 && (
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">{t('plan.setting')}</th>
              <th scope="col">{left}</th>
              <th scope="col">{right}</th>
            </tr>
          </thead>
          <tbody>
            {different.map((row) => (
              <tr key={`${row.path} ${row.entry?.key ?? ''}`}>
                <th scope="row">{labels.name(row)}</th>
                <td>{labels.value(row, [row.now])}</td>
                <td>{labels.value(row, [row.wanted])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
