@echo off
setlocal
rem Starts Muster from this folder, in its newest version. All data is in the user's profile.
set "app=%~dp0app"
rem An update puts a version into "versions", and its name into "current": Windows replaces no program that runs.
if not exist "%~dp0versions\current" goto chosen
set /p current=<"%~dp0versions\current"
if not exist "%~dp0versions\%current%\app\node.exe" goto chosen
if exist "%~dp0versions\%current%\app\start.cjs" set "app=%~dp0versions\%current%\app"
:chosen
if not exist "%app%\node.exe" goto incomplete
if not exist "%app%\start.cjs" goto incomplete
"%app%\node.exe" --min-semi-space-size=16 --max-semi-space-size=16 "%app%\start.cjs" %*
set "code=%errorlevel%"
rem Started with a double click: the window stays open to be read.
if not "%code%"=="0" if "%~1"=="" pause
exit /b %code%

:incomplete
echo muster: The folder %~dp0 is not complete. Choose Extract All for the downloaded archive, and start Muster in the extracted folder. 1>&2
if "%~1"=="" pause
exit /b 1
