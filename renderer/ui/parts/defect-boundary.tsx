import { Button } from '@mantine/core';
import { Component } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from './empty-state.tsx';

type Props = { children: React.ReactNode };
type State = { defect: string | null };

/** Shows what to do when a screen crashes, instead of an empty window. */
export class DefectBoundary extends Component<Props, State> {
  override readonly state: State = { defect: null };

  static getDerivedStateFromError(error: unknown): State {
    return { defect: error instanceof Error ? error.message : String(error) };
  }

  override render(): React.ReactNode {
    return this.state.defect === null ? this.props.children : <Defect detail={this.state.defect} />;
  }
}

function Defect({ detail }: { detail: string }): React.JSX.Element {
  const { t } = useTranslation('shell');
  return (
    <main className="lone-page stack wide">
      <EmptyState title={t('defect.title')} text={t('defect.text')}>
        <Button onClick={() => window.location.reload()}>{t('defect.reload')}</Button>
      </EmptyState>
      <p className="mono faint">{detail}</p>
    </main>
  );
}
