import { Button, TextInput } from '@mantine/core';
import { IconFileSpreadsheet, IconPresentation } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Refusal } from '../../service/api.ts';
import { EnterCap } from '../../ui/parts/key-cap.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Form } from '../../ui/parts/form.tsx';
import { IMPORT_PATH } from '../cart/enrol-paths.ts';
import { CartPreview } from './cart-preview.tsx';
import {
  slotCount,
  planCart,
  defaultShelves,
  withTypedCount,
  type CartDescription,
  type CartPlan,
  type DescriptionProblem,
} from '../cart/numbering.ts';
import { ProfileSelect } from '../profile/profile-dialog.tsx';
import { ReachNote } from './reach-note.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import type { StationReach } from '../../model/station/station-address.ts';
import { useWindowTitle } from '../frame/use-window-title.ts';

type Props = {
  suggestion: CartDescription;
  /** Names in use, which must be unique. */
  taken: ReadonlySet<string>;
  /** True if the slots are added to an existing cart. */
  isMore: boolean;
  /** The previous screen; null on a station without headsets. */
  backPath: string | null;
  reach: StationReach | null;
  isBusy: boolean;
  refusal: Refusal | null;
  onMake: (plan: CartPlan, profileId: string) => void;
  onPractice: () => void;
};

/** The first step: number and names of headsets. Nothing is sent to any headset. */
export function DescribeCart(props: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const [description, setDescription] = useState(props.suggestion);
  const [profileId, setProfileId] = useState('');
  const [isTried, setIsTried] = useState(false);
  const planned = useMemo(() => planCart(description, props.taken), [description, props.taken]);
  const problems = 'problems' in planned ? planned.problems : [];
  const plan = 'plan' in planned ? planned.plan : null;
  const count = slotCount(description);
  useWindowTitle(t('describe.stepCart'));

  const submit = (): void => {
    setIsTried(true);
    if (plan !== null && !props.isBusy) props.onMake(plan, profileId);
  };

  return (
    <div className="page-split enrol-describe">
      <div className="stack wide">
        <Steps />
        <h1 className="figure-text">
          {props.isMore ? t('describe.titleMore', { cart: description.cart }) : t('describe.title')}
        </h1>
        <p className="lead dim">{t('describe.lead')}</p>
        <Form className="stack wide" onSubmit={submit} noValidate>
          <Fields
            description={description}
            isMore={props.isMore}
            problems={isTried ? problems : problems.filter(isSeenWhileTyping)}
            onChange={setDescription}
          >
            <ProfileSelect value={profileId} onChange={setProfileId} />
          </Fields>
          {props.refusal !== null && <RefusalNote refusal={props.refusal} />}
          <div className="row wrap">
            <Button
              type="submit"
              size="lg"
              className="on-primary"
              loading={props.isBusy}
              rightSection={<EnterCap />}
            >
              {count === null ? t('describe.makeNone') : t('describe.make', { count })}
            </Button>
            <span className="faint small">{t('describe.nothingSent')}</span>
          </div>
        </Form>
        <div className="enrol-describe-or overlined row wrap">
          {props.backPath !== null && (
            <Button component={Link} href={props.backPath} variant="subtle">
              {t('describe.back')}
            </Button>
          )}
          {!props.isMore && (
            <Button
              variant="subtle"
              leftSection={<IconPresentation className="i s" aria-hidden />}
              onClick={props.onPractice}
              loading={props.isBusy}
            >
              {t('describe.practice')}
            </Button>
          )}
          {!props.isMore && (
            <Button
              component={Link}
              href={IMPORT_PATH}
              variant="subtle"
              leftSection={<IconFileSpreadsheet className="i s" aria-hidden />}
            >
              {t('describe.fromFile')}
            </Button>
          )}
        </div>
      </div>
      <div className="stack wide">
        <CartPreview plan={plan} cart={description.cart} />
        {props.reach !== null && <ReachNote reach={props.reach} />}
      </div>
    </div>
  );
}

/** An empty name is not reported while it is being typed. */
function isSeenWhileTyping(problem: DescriptionProblem): boolean {
  return problem.kind !== 'cartMissing' && problem.kind !== 'notANumber';
}

function Steps(): React.JSX.Element {
  const { t } = useTranslation('enrol');
  return (
    <ol className="enrol-steps row wrap wide small faint" aria-label={t('describe.steps')}>
      <li className="row">
        <StateGlyph state="ready" />
        {t('describe.stepStation')}
      </li>
      <li className="row on" aria-current="step">
        <StateGlyph state="next" />
        {t('describe.stepCart')}
      </li>
      <li className="row">
        <StateGlyph state="waiting" />
        {t('describe.stepCodes')}
      </li>
    </ol>
  );
}

type FieldsProps = {
  description: CartDescription;
  isMore: boolean;
  problems: readonly DescriptionProblem[];
  onChange: (description: CartDescription) => void;
  children: React.ReactNode;
};

function Fields({ description, isMore, problems, onChange, children }: FieldsProps): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const problemsId = useId();
  const wrong = (field: DescriptionProblem['field']): boolean => problems.some((it) => it.field === field);
  const text = (field: keyof CartDescription) => ({
    label: t(`describe.${field}`),
    value: description[field],
    error: wrong(field),
    'aria-describedby': wrong(field) ? problemsId : undefined,
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange(withField(description, field, event.currentTarget.value)),
  });
  return (
    <div className="enrol-form">
      <TextInput {...text('cart')} className="cart" readOnly={isMore} data-autofocus autoFocus={!isMore} />
      <CountField
        description={description}
        isWrong={problems.some(({ kind }) => kind === 'tooMany')}
        onChange={onChange}
      />
      <TextInput {...text('prefix')} className="prefix" />
      <TextInput {...text('from')} inputMode="numeric" />
      <TextInput {...text('to')} inputMode="numeric" />
      {!isMore && <TextInput {...text('shelves')} inputMode="numeric" />}
      {children}
      <div id={problemsId} className="enrol-form-problems whole grid tight" role="status">
        {problems.map((problem) => (
          <p key={`${problem.field} ${problem.kind}`} className="row baseline s-failed">
            <StateGlyph state="failed" size="s" />
            <span>
              <b>{t(`describe.${problem.kind === 'tooMany' ? 'count' : problem.field}`)}:</b>{' '}
              {t(`problem.${problem.kind}`, { ...problem })}
            </span>
          </p>
        ))}
      </div>
    </div>
  );
}

type CountProps = Pick<FieldsProps, 'description' | 'onChange'> & { readonly isWrong: boolean };

function CountField({ description, isWrong, onChange }: CountProps): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const count = slotCount(description);
  // Typed text stays in the field even while it is not a valid number.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={t('describe.count')}
      error={isWrong}
      value={typed ?? (count === null ? '' : String(count))}
      inputMode="numeric"
      autoComplete="off"
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(withTypedCount(description, event.currentTarget.value));
      }}
    />
  );
}

/** Shelves follow the number of slots until they are set by hand. */
function withField(
  description: CartDescription,
  field: keyof CartDescription,
  value: string,
): CartDescription {
  const changed = { ...description, [field]: value };
  if (field !== 'from' && field !== 'to') return changed;
  const before = slotCount(description);
  const after = slotCount(changed);
  const isUsual = before !== null && description.shelves === String(defaultShelves(before));
  return after !== null && isUsual ? { ...changed, shelves: String(defaultShelves(after)) } : changed;
}
