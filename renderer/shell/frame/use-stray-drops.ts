import { useEffect } from 'react';
import { useLocation } from 'wouter';

import { lazyCode } from '../../copy/lazy-worded.ts';
import { useMay } from '../../service/session.ts';

const loadUploads = lazyCode(() => import('../../content/index.ts'));

/** A file dropped beside a drop zone goes to Content, instead of being opened by the browser. */
export function useStrayDrops(): void {
  const [, navigate] = useLocation();
  const mayAdd = useMay('technician');
  useEffect(() => {
    const onDragOver = (event: DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = mayAdd ? 'copy' : 'none';
    };
    const onDrop = (event: DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      const files = mayAdd ? filesOf(event) : [];
      if (files.length === 0) return;
      void loadUploads().then(({ addUploads }) => {
        addUploads(files);
        navigate('/content');
      });
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop);
    };
  }, [mayAdd, navigate]);
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** Only the drop zone of Content accepts folders. */
function filesOf({ dataTransfer }: DragEvent): File[] {
  return [...(dataTransfer?.items ?? [])].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    return file === null || item.webkitGetAsEntry()?.isDirectory === true ? [] : [file];
  });
}
